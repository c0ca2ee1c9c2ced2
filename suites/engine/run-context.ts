import type {Api} from '../../spec/rule.ts';
import type {Exchange} from '../../spec/step.ts';
import type {HttpClient, Reply, Request} from '../target/client.ts';
import type {Codec} from '../target/codec.ts';
import type {Environment} from '../target/target.ts';
import type {Ledger} from './ledger.ts';
import type {RequestCache} from './request-cache.ts';
import type {Pacer} from './pacer.ts';
import type {SceneCache} from './scene-cache.ts';
import type {ToolSessions} from './tool-sessions.ts';

/** What an execution works with. */
export interface RunContext {
  environment: Environment;
  client: HttpClient;
  codecs: Record<Api, Codec>;
  ledger: Ledger;
  /** Sessions with MCP servers. */
  sessions: ToolSessions;
  /** Absent where every scene has a world and credentials of its own. */
  pacer?: Pacer;
  label: string;
  /**
   * Where every request is noted, so that later scenes need not repeat it. Absent where every scene
   * has a world of its own.
   */
  cache?: RequestCache;
  /** What this scene may take instead of sending it again. */
  sceneCache?: SceneCache | undefined;
  /** Told of every exchange that was taken. */
  reused?: (exchange: Exchange) => void;
  /** Aborted when the run is interrupted: then nothing more is sent. */
  signal?: AbortSignal;
  /** Told after every exchange. */
  seen?: (exchange: Exchange) => void;
}

/** Where in a script a step stands. */
export interface Position {
  /** Exchanges so far, by step. */
  known: Map<string, Exchange>;
  /** The rounds of the repetitions, walks and races around it. */
  rounds: string[];
  /** The socket of a race's branch. */
  send?: (request: Request) => Promise<Reply>;
  /** In a burst. */
  unpaced?: boolean;
}
