import type {IncomingMessage} from 'node:http';
import {ROOT} from '../world/worlds.ts';

export type OriginName = 'workspace' | 'store' | 'objects' | 'control';

/** The base URLs of the mock's servers. */
export class Origins {
  readonly ports: Record<OriginName, number> = {workspace: 0, store: 0, objects: 0, control: 0};
  readonly #public: URL | undefined;

  /** @param publicUrl the scheme and host of links; each origin keeps its port */
  constructor(publicUrl?: string) {
    this.#public = publicUrl === undefined ? undefined : new URL(publicUrl);
  }

  /** The base URL of an origin for one world. Without a public URL it has the host of `request`. */
  url(name: OriginName, world: string, request?: IncomingMessage): string {
    const scheme = this.#public?.protocol ?? 'http:';
    const host = this.#public?.hostname ?? hostOf(request?.headers.host) ?? 'localhost';
    return `${scheme}//${host}:${this.ports[name]}${world === ROOT ? '' : `/w/${world}`}`;
  }
}

const hostOf = (header: string | undefined): string | undefined =>
  /^([\w.-]+|\[[\da-fA-F:.]+\])(:\d+)?$/.exec(header ?? '')?.[1];
