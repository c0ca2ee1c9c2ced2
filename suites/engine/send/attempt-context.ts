import type {Api} from '../../../spec/rule.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {BrokenHook} from '../../target/broken-hook.ts';
import type {HttpClient, Reply, Request} from '../../target/client.ts';
import type {Codec} from '../../target/codec.ts';
import type {Environment} from '../../target/target.ts';
import type {RequestCache} from './cache/request-cache.ts';
import type {FreshValue} from '../plan/sent-requests.ts';
import type {SceneCache} from './cache/scene-cache.ts';
import type {FormsSeen} from './forms-seen.ts';
import type {HeldResponses} from './held-responses.ts';
import type {HookUndos} from './ledger/hook-undos.ts';
import type {FirstListReads, ListsSeen} from './late-lists.ts';
import type {Ledger} from './ledger/ledger.ts';
import type {RateLimitRetry} from './pacing/rate-limit-retry.ts';
import type {MailPatience} from './pacing/mail-patience.ts';
import type {Pacer} from './pacing/pacer.ts';
import type {ConsistencyWait} from './pacing/consistency-wait.ts';
import type {ToolSessions} from './tool-sessions.ts';

/**
 * The context that all scripts of one attempt at a scene share: the opened environment, the label, and
 * the services of the run that an attempt needs (`RunServices`). The clean-up has such a context, too.
 */
export interface AttemptContext {
  environment: Environment;
  client: HttpClient;
  codecs: Record<Api, Codec>;
  ledger: Ledger;
  /** Which forms of requests the deployment takes. Absent if all requests are sent as the documents show them. */
  forms?: FormsSeen;
  /** The responses whose validators conditional requests of this attempt repeat. */
  held?: HeldResponses;
  /** Sessions with MCP servers. */
  sessions: ToolSessions;
  /** Keeps the requests below the limits. Absent if every scene has a world and credentials of its own. */
  pacer?: Pacer;
  /** Repeats rate-limited requests. Absent if the scene expects a 429 or allows no pause. */
  rateLimitRetry?: RateLimitRetry | undefined;
  /** Waits until a change becomes visible. Absent if every scene has a world of its own. */
  consistencyWait?: ConsistencyWait;
  /** How long hooks wait for mails. Absent if every scene has a world of its own. */
  mails?: MailPatience;
  /** Whether lists show changes late. Absent if every scene has a world of its own. */
  lists?: ListsSeen;
  /** Receives the first readings of lists that are then read again. Absent if each is read once. */
  firstListReads?: FirstListReads | undefined;
  /** Called with every 429 after which its request is sent again. */
  onLimited?: (exchange: Exchange) => void;
  /** Calls hooks and undoes their changes. Absent if every scene has its own world. */
  undos?: HookUndos;
  /** Part of every fresh value, so that left-overs of a run can be recognised. */
  label: string;
  /** Records every request for later scenes. Absent if every scene has a world of its own. */
  cache?: RequestCache;
  /** Earlier requests that this script may reuse instead of sending its own. */
  sceneCache?: SceneCache | undefined;
  /**
   * Called with every exchange that was reused, and with the fresh values of its request, by the
   * numbers that they have in the script.
   */
  onReused?: (exchange: Exchange, fresh: ReadonlyMap<number, FreshValue>) => void;
  /** Called with every exchange that was sent. */
  onExchange?: (exchange: Exchange) => void;
  /** Called with each call of the control plane, or of a hook, that succeeded. */
  onControl?: (exchange: Exchange) => void;
  /** Called with every hook whose answer is not what its verb describes. */
  onBrokenHook?: (error: BrokenHook) => void;
  /** Aborted when the run is interrupted: then nothing more is sent. */
  signal?: AbortSignal;
}

/** The position of a step in a script. */
export interface Position {
  /** The last exchange of every step so far, by step id: references read from it. */
  lastByStep: Map<string, Exchange>;
  /**
   * Where the step is repeated: one entry for each repetition (`id#turn`), walk (`id`) or race (`|index`)
   * around it, the outermost first.
   */
  iterationPath: string[];
  /** Sends requests over the connection of a branch, in a race. */
  send?: (request: Request) => Promise<Reply>;
  /** Whether the step is part of a burst, which is sent with one credential and without pacing. */
  unpaced?: boolean;
}
