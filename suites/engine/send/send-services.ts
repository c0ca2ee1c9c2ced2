import {HeldResponses} from './held-responses.ts';
import type {Specification} from '../../../spec/specification.ts';
import type {Api} from '../../../spec/rule.ts';
import type {WaitingClock} from '../../../spec/clock.ts';
import type {HttpClient} from '../../target/client.ts';
import type {Codec} from '../../target/codec.ts';
import type {Environment, Target} from '../../target/target.ts';
import type {ErasSeen} from '../../target/tool-revisions.ts';
import type {AttemptContext} from './attempt-context.ts';
import type {RequestCache} from './cache/request-cache.ts';
import type {FormsSeen} from './forms-seen.ts';
import type {ListsSeen} from './late-lists.ts';
import type {HookUndos} from './ledger/hook-undos.ts';
import type {Ledger} from './ledger/ledger.ts';
import type {ConsistencyWait} from './pacing/consistency-wait.ts';
import type {MailPatience} from './pacing/mail-patience.ts';
import type {Pacer} from './pacing/pacer.ts';
import type {RateLimitRetry} from './pacing/rate-limit-retry.ts';
import type {SetUpRun} from './scene-run.ts';
import {ToolSessions} from './tool-sessions.ts';

/** What sends the requests of a run's scenes to a shared target: they share its limits, sessions and earlier requests. */
export interface SharedSending {
  pacer: Pacer;
  rateLimitRetry: RateLimitRetry;
  consistencyWait: ConsistencyWait;
  cache: RequestCache;
  sessions: ToolSessions;
  undos: HookUndos;
  lists: ListsSeen;
  mails: MailPatience;
}

/** What a scene needs to be sent. */
export interface SendServices {
  specifications: Record<Api, Specification>;
  target: Target;
  /** The run's clock, for pacing and waits. */
  clock: WaitingClock;
  /** Part of every label, so that two seeds mint different values. */
  seed: number;
  /** Part of every label on a shared target, so that two runs mint different values. */
  nonce?: string;
  client: HttpClient;
  codecs: Record<Api, Codec>;
  /** Which revisions MCP servers speak, as far as the run has seen. */
  eras: ErasSeen;
  ledger: Ledger;
  /** Which forms of requests the deployment takes, as far as the run has seen. */
  forms: FormsSeen;
  /** The reusable set-ups that were sent to a shared target, by id. */
  setups: Map<string, SetUpRun>;
  /** Set for a shared target only. */
  sharedTarget?: SharedSending | undefined;
  signal?: AbortSignal;
}

/** The context of one attempt at a scene. */
export function contextFor(
  services: SendServices,
  environment: Environment,
  label: string,
): AttemptContext {
  const {client, codecs, ledger, forms, sharedTarget, signal} = services;
  return {
    environment,
    client,
    codecs,
    ledger,
    forms,
    held: new HeldResponses(),
    sessions: sharedTarget?.sessions ?? new ToolSessions(services.eras),
    label,
    ...(sharedTarget && {
      pacer: sharedTarget.pacer,
      rateLimitRetry: sharedTarget.rateLimitRetry,
      consistencyWait: sharedTarget.consistencyWait,
      cache: sharedTarget.cache,
      undos: sharedTarget.undos,
      lists: sharedTarget.lists,
      mails: sharedTarget.mails,
    }),
    ...(signal && {signal}),
  };
}

/**
 * The label in the fresh values of one attempt at a scene: seven letters and digits, after the nonce of
 * the run on a shared target.
 */
export function labelFor(
  {seed, nonce}: Pick<SendServices, 'seed' | 'nonce'>,
  scene: string,
  attempt: number,
): string {
  let hash = seed >>> 0;
  for (const char of `${scene} ${attempt}`) {
    const code = char.codePointAt(0) ?? 0;
    hash = (Math.imul(hash ^ code, 0x01000193) >>> 0) ^ (hash >>> 15);
  }
  const label = (hash >>> 0).toString(36).padStart(7, '0');
  return nonce === undefined ? label : `${nonce}-${label}`;
}
