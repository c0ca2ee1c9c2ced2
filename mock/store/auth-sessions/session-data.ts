export type Device = 'Desktop' | 'Mobile' | 'Tablet';

/** A browser in the form of `session_data` (Resources / Authentication session). */
export interface WebData {
  readonly type: 'web';
  readonly browser: string;
  readonly device: Device;
  readonly os: string;
  /** The original user-agent string. */
  readonly raw: string;
}

/** An app in the form of `session_data` (Resources / Authentication session). */
export interface MobileData {
  readonly type: 'mobile';
  readonly app_name: string;
  readonly app_version: string;
  readonly os: string;
  readonly os_version: string;
  /** The original user-agent string. */
  readonly raw: string;
}

export type SessionData = WebData | MobileData;
