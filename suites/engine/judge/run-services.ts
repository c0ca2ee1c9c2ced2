import type {Api} from '../../../spec/rule.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Role} from '../../../spec/step.ts';
import type {Conformance} from '../../contract/passive/conform.ts';
import type {LineEvidence} from '../../target/codec/line-evidence.ts';
import {contractsOf} from '../facts/contracts.ts';
import type {Acted, MadeByScenes} from '../evidence/steps-of-others.ts';
import type {Redaction} from '../evidence/redaction.ts';
import type {CoverageCounter} from '../plan/coverage.ts';
import type {PreparedScene} from '../plan/prepare.ts';
import type {CircuitBreaker} from '../send/pacing/circuit-breaker.ts';
import type {SendServices, SharedSending} from '../send/send-services.ts';
import type {HookEvidence} from './hook-evidence.ts';
import type {MixedUpLines} from './mixed-up-lines.ts';
import type {RenewalsSeen} from './renewed-allowance.ts';
import type {RoleDoubts} from './role-doubt.ts';
import type {ServedAndRefused} from './served-and-refused.ts';

/** What the judges of a shared target have seen of it. */
interface SharedJudging extends SharedSending {
  renewals: RenewalsSeen;
  made: MadeByScenes;
  answered: ServedAndRefused;
}

/** The services that all scenes of one run share: what sends them, what judges them, and what the run counts. */
export interface RunServices extends SendServices {
  sharedTarget?: SharedJudging | undefined;
  /** The evidence of the run about the lines of the profiles. */
  lines: LineEvidence;
  /** Lines of the profiles that may be mixed up. */
  mixedUp: MixedUpLines;
  /** Compares responses with the contracts. */
  conformance: Record<Api, Conformance>;
  /** What responses show of the effects of hooks. */
  hooks: HookEvidence;
  redaction: Redaction;
  breaker: CircuitBreaker;
  /** Counts which generated values and sequences were sent. */
  coverage: CoverageCounter;
  /** Roles whose credentials are unconfirmed. */
  doubtfulRoles: RoleDoubts;
  /** Roles that were refused what the main role of their tenant may do: no further scene is sent by them in its place. */
  unlikeRoles: Set<Role>;
  /** The most requests of the whole run. */
  maxRequests: number;
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
