import type {Api} from '../../../spec/rule.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {HttpClient, Reply, Request} from '../../target/client.ts';
import type {Codec} from '../../target/codec.ts';
import type {Environment} from '../../target/target.ts';
import type {RequestCache} from '../cache/request-cache.ts';
import type {FreshValue} from '../cache/sent-requests.ts';
import type {SceneCache} from '../cache/scene-cache.ts';
import type {HookUndos} from '../cleaning/hook-undos.ts';
import type {FirstReadings, ListsSeen} from '../judging/late-lists.ts';
import type {Ledger} from '../cleaning/ledger.ts';
import type {LimitPatience} from '../pacing/limit-patience.ts';
import type {Pacer} from '../pacing/pacer.ts';
import type {ShowingPatience} from '../pacing/showing-patience.ts';
import type {ToolSessions} from './tool-sessions.ts';

/**
 * What all scripts of one attempt at a scene share: the opened environment, the label, and what the
 * attempt needs of the services of the run (`RunServices`). Cleaning up after the run has one too.
 */
export interface AttemptContext {
  environment: Environment;
  client: HttpClient;
  codecs: Record<Api, Codec>;
  ledger: Ledger;
  /** Sessions with MCP servers. */
  sessions: ToolSessions;
  /** Absent where every scene has a world and credentials of its own. */
  pacer?: Pacer;
  /** Absent where a 429 is what the scene wants, or where its requests have to follow at once. */
  patience?: LimitPatience | undefined;
  /** Waits until what was changed shows. Absent where every scene has a world of its own. */
  showing?: ShowingPatience;
  /** What the run has seen of lists. Absent where every scene has a world of its own. */
  lists?: ListsSeen;
  /** Takes the first readings of lists, which are then read again. Absent where each is read once. */
  first?: FirstReadings | undefined;
  /** Called with every 429 after which its request is sent again. */
  onLimited?: (exchange: Exchange) => void;
  /** Calls hooks, and gives back what they take away. Absent where every scene has its own world. */
  undos?: HookUndos;
  /** Part of every fresh value, so that left-overs of a run can be recognised. */
  label: string;
  /** Records every request for later scenes. Absent where every scene has a world of its own. */
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
  /** Aborted when the run is interrupted: then nothing more is sent. */
  signal?: AbortSignal;
}

/** Where in a script a step stands. */
export interface Position {
  /** The last exchange of every step so far, by step id: references read from it. */
  known: Map<string, Exchange>;
  /** The rounds of the repetitions, walks and races around the step. */
  rounds: string[];
  /** Sends over the socket of a race's branch. */
  send?: (request: Request) => Promise<Reply>;
  /** The step is part of a burst: one credential, not paced. */
  unpaced?: boolean;
}
