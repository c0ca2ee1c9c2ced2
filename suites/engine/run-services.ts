import type {Specification} from '../../spec/specification.ts';
import type {Api} from '../../spec/rule.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {Conformance} from '../contract/conform.ts';
import type {HttpClient} from '../target/client.ts';
import type {Codec} from '../target/codec.ts';
import type {LineEvidence} from '../target/codec/line-evidence.ts';
import type {Environment, Target} from '../target/target.ts';
import type {RequestCache} from './cache/request-cache.ts';
import type {CircuitBreaker} from './pacing/circuit-breaker.ts';
import type {CoverageCounter} from './coverage.ts';
import type {HookUndos} from './cleaning/hook-undos.ts';
import type {ListsSeen} from './judging/late-lists.ts';
import type {Ledger} from './cleaning/ledger.ts';
import type {MixedUpLines} from './judging/mixed-up-lines.ts';
import type {LimitPatience} from './pacing/limit-patience.ts';
import type {WaitingClock} from '../../spec/clock.ts';
import type {Pacer} from './pacing/pacer.ts';
import type {UnverifiedRoles} from './preflight/preflight.ts';
import type {Redaction} from './evidence/redaction.ts';
import type {AttemptContext} from './sending/attempt-context.ts';
import type {SetUpRun} from './attempts/scene-run.ts';
import type {ShowingPatience} from './pacing/showing-patience.ts';
import {ToolSessions} from './sending/tool-sessions.ts';

/** What all scenes of one run work with. */
export interface RunServices {
  specifications: Record<Api, Specification>;
  target: Target;
  /** The run's own. */
  clock: WaitingClock;
  /** Part of every label, so that two seeds mint different values. */
  seed: number;
  /** Part of every label on a shared target, so that two runs mint different values. */
  nonce?: string;
  client: HttpClient;
  codecs: Record<Api, Codec>;
  /** What the run has shown about the lines of the profiles. */
  lines: LineEvidence;
  /** Lines of the profiles that may be mixed up. */
  mixedUp: MixedUpLines;
  /** Compares responses with the contracts. */
  conformance: Record<Api, Conformance>;
  ledger: Ledger;
  redaction: Redaction;
  breaker: CircuitBreaker;
  /** Counts what of the generated values and sequences was sent. */
  coverage: CoverageCounter;
  /** Lasting set-ups that were made on a shared target, by id. */
  setups: Map<string, SetUpRun>;
  /** What only a shared target has: scenes share limits, sessions and earlier requests. */
  shared?:
    | {
        pacer: Pacer;
        patience: LimitPatience;
        showing: ShowingPatience;
        cache: RequestCache;
        sessions: ToolSessions;
        undos: HookUndos;
        lists: ListsSeen;
      }
    | undefined;
  /** Roles of which it is open whether they are what they say. */
  unverifiedRoles: UnverifiedRoles;
  /** Requests that the run may send in all. */
  maxRequests: number;
  signal?: AbortSignal;
  /** As in the options of the run. */
  onInterruptedCleanUp?: (things: number) => void;
  /** As in the options of the run. */
  hardStop?: AbortSignal;
  /** Called with every exchange of a check. */
  onExchange?: (exchange: Exchange) => void;
}

/** The context of one attempt at a scene. */
export function contextFor(
  services: RunServices,
  environment: Environment,
  label: string,
): AttemptContext {
  const {client, codecs, ledger, shared, signal} = services;
  return {
    environment,
    client,
    codecs,
    ledger,
    sessions: shared?.sessions ?? new ToolSessions(),
    label,
    ...(shared && {
      pacer: shared.pacer,
      patience: shared.patience,
      showing: shared.showing,
      cache: shared.cache,
      undos: shared.undos,
      lists: shared.lists,
    }),
    ...(signal && {signal}),
  };
}

/**
 * A label for what one attempt at a scene makes: seven letters and digits, on a shared
 * target behind the nonce of the run.
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
