import type {Specification} from '../../spec/specification.ts';
import type {Api} from '../../spec/rule.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {Conformance} from '../contract/passive/conform.ts';
import type {HttpClient} from '../target/client.ts';
import type {Codec} from '../target/codec.ts';
import type {LineEvidence} from '../target/codec/line-evidence.ts';
import type {Environment, Target} from '../target/target.ts';
import {contractsOf} from './contracts.ts';
import type {Acted, MadeByScenes} from './evidence/steps-of-others.ts';
import type {PreparedScene} from './planning/prepare.ts';
import type {RequestCache} from './cache/request-cache.ts';
import type {CircuitBreaker} from './pacing/circuit-breaker.ts';
import type {CoverageCounter} from './coverage.ts';
import type {HookUndos} from './cleaning/hook-undos.ts';
import type {ListsSeen} from './judging/late-lists.ts';
import type {RenewalsSeen} from './judging/renewed-allowance.ts';
import type {MailPatience} from './pacing/mail-patience.ts';
import type {Ledger} from './cleaning/ledger.ts';
import type {HookEvidence} from './judging/hook-evidence.ts';
import type {MixedUpLines} from './judging/mixed-up-lines.ts';
import type {RateLimitRetry} from './pacing/rate-limit-retry.ts';
import type {WaitingClock} from '../../spec/clock.ts';
import type {Pacer} from './pacing/pacer.ts';
import type {RoleDoubts} from './preflight/role-doubt.ts';
import type {Redaction} from './evidence/redaction.ts';
import type {AttemptContext} from './sending/attempt-context.ts';
import type {ServedAndRefused} from './attempts/served-and-refused.ts';
import type {SetUpRun} from './scene-run.ts';
import type {ConsistencyWait} from './pacing/consistency-wait.ts';
import type {ErasSeen} from '../target/tool-revisions.ts';
import {ToolSessions} from './sending/tool-sessions.ts';

/** The services that all scenes of one run share. */
export interface RunServices {
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
  /** The evidence of the run about the lines of the profiles. */
  lines: LineEvidence;
  /** Lines of the profiles that may be mixed up. */
  mixedUp: MixedUpLines;
  /** Compares responses with the contracts. */
  conformance: Record<Api, Conformance>;
  /** Which revisions MCP servers speak, as far as the run has seen. */
  eras: ErasSeen;
  /** What responses show of the effects of hooks. */
  hooks: HookEvidence;
  ledger: Ledger;
  redaction: Redaction;
  breaker: CircuitBreaker;
  /** Counts which generated values and sequences were sent. */
  coverage: CoverageCounter;
  /** The reusable set-ups that were sent to a shared target, by id. */
  setups: Map<string, SetUpRun>;
  /** Set for a shared target only: its scenes share limits, sessions and earlier requests. */
  sharedTarget?:
    | {
        pacer: Pacer;
        rateLimitRetry: RateLimitRetry;
        consistencyWait: ConsistencyWait;
        cache: RequestCache;
        sessions: ToolSessions;
        undos: HookUndos;
        lists: ListsSeen;
        renewals: RenewalsSeen;
        mails: MailPatience;
        made: MadeByScenes;
        answered: ServedAndRefused;
      }
    | undefined;
  /** Roles whose credentials are unconfirmed. */
  doubtfulRoles: RoleDoubts;
  /** The most requests of the whole run. */
  maxRequests: number;
  signal?: AbortSignal;
  /** As in the options of the run. */
  onInterruptedCleanUp?: (things: number) => void;
  /** As in the options of the run. */
  hardStop?: AbortSignal;
  /** As in the options of the run. */
  isRehearsal?: true;
  /** Called with every exchange of a check. */
  onExchange?: (exchange: Exchange) => void;
  /** Called with every call of a hook that a scene made. */
  onHook?: (exchange: Exchange) => void;
}

/** The steps of other scenes that made the rows which responses of a scene show; none where each scene is alone. */
export const madeBefore = (
  scene: PreparedScene,
  responses: readonly Exchange[],
  {sharedTarget, specifications}: RunServices,
): Acted | undefined => sharedTarget?.made.before(scene, responses, contractsOf(specifications));

/** The context of one attempt at a scene. */
export function contextFor(
  services: RunServices,
  environment: Environment,
  label: string,
): AttemptContext {
  const {client, codecs, ledger, sharedTarget, signal} = services;
  return {
    environment,
    client,
    codecs,
    ledger,
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
  {seed, nonce}: Pick<RunServices, 'seed' | 'nonce'>,
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
