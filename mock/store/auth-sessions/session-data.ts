export type Device = 'Desktop' | 'Mobile' | 'Tablet';

/** A browser, as `session_data` shows it (Resources / Authentication session). */
export interface WebData {
  readonly type: 'web';
  readonly browser: string;
  readonly device: Device;
  readonly os: string;
  /** The original user-agent string. */
  readonly raw: string;
}

/** An app, as `session_data` shows it (Resources / Authentication session). */
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
