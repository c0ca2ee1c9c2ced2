import type {RuleId} from '../spec/rule.ts';
import type {Transition, View} from './operation.ts';
import type {Change} from './world/change.ts';
import type {Counter} from './world/counter.ts';

/**
 * A named way to break exactly one rule. The registry stands in `mock/defects/`; a mock made
 * without it has none.
 */
export type Defect = {
  name: string;
  breaks: RuleId;
  /** The place (see spec/contract.ts) when the rule holds in many. */
  place?: string;
  /** Only requests that come through the MCP server are broken. */
  interface?: 'mcp';
} & Seam;

/**
 * Which responses a defect is about. Storage behind presigned links is the operation `storage`.
 */
interface Responses {
  situation: string;
  /** Operations; all when absent. */
  in?: string[];
  /**
   * Under this condition only: a condition of the contract (`foreign`, `unknown`, `no-key`, ...),
   * or `invalid` when the request breaks its schema, whatever it was refused for.
   */
  when?: string;
  /** Only every n-th such response of a world. */
  every?: number;
}

/**
 * What of a presented credential is not looked at: its last character, what comes after a real one,
 * what a real one has more, whether letters are capitals.
 */
export type NearMatch = 'but-for-its-end' | 'longer' | 'shorter' | 'other-case';

/** Where a defect hooks in, as data. Only `around` is a function. */
export type Seam =
  /** A limit, lifetime or page size by name is off by `add`, or is `set`. */
  | {seam: 'number'; number: string; add?: number; set?: number}
  /** A limit counts something else, or for another span. */
  | {seam: 'count'; count: Partial<Counter> & {counter: string}}
  /** A limit counts a request only a moment after it let it pass: others pass at the same moment. */
  | {seam: 'late'; situation: string}
  /** A refusal has another status or reason, or is the refusal of another situation. */
  | ({
      seam: 'refusal';
      as: {status?: number; reason?: string | null; situation?: string};
    } & Responses)
  /**
   * A refusal that guards an operation is not raised: the check named by the situation is skipped.
   */
  | {seam: 'skip'; situation: string; in?: string[]}
  /**
   * A request is refused, and yet the operation does its work: on all tables or on those of
   * `only`, but for members that rows `keep`.
   */
  | {
      seam: 'effect';
      situation: string;
      in: string[];
      only?: string[];
      keep?: string[];
      /** Of storage: only where an object is there already. */
      over?: true;
      /** These changes in the place of the operation's own. */
      changes?(view: View): Change[];
    }
  /** The status of a response. */
  | ({seam: 'status'; as: number} & Responses)
  /**
   * A member of a response's body; `*` in the pointer is every row, `2` the third. `set` writes a
   * value.
   */
  | ({
      seam: 'member';
      pointer: string;
      edit: 'drop' | 'null' | 'retype' | {set: unknown} | {add: number};
    } & Responses)
  /** A header of the responses of a situation (`every`: of all). */
  | ({seam: 'header'; header: string; edit: 'drop' | {set: string} | {add: number}} & Responses)
  /**
   * The request schema: a keyword at a pointer (`query/...` in the query) is dropped or has another
   * value; `required` as `true` is added.
   */
  | {seam: 'schema'; in: string; pointer: string; keyword: string; as?: unknown}
  /** Changes of a table are lost, or members of its rows keep their old value or are set. */
  | {
      seam: 'change';
      in: string[];
      table: string;
      drop?: true;
      keep?: string[];
      set?: Record<string, unknown>;
    }
  /**
   * Reads of a table come from a snapshot taken on arrival, and the operation yields between check
   * and write.
   */
  | {seam: 'stale'; in: string[]; table: string}
  /** The tenant is not looked at: rows of others are found and listed. */
  | {seam: 'tenancy'; in: string[]}
  /** A parameter that nobody declares names the tenant: in the query, or in the body. */
  | {seam: 'tenant'; in: string[]; parameter: string; body?: true}
  /** The operation needs another ability as well. */
  | {seam: 'ability'; in: string[]; also: string}
  /**
   * Credentials whose rows have the members of `where` are refused, or taken for other rows;
   * `cached`: one that was once accepted always is, by these methods or all; `like`: one that is
   * almost a real one is taken for it.
   */
  | {
      seam: 'credential';
      table: 'keys' | 'tokens' | 'access_tokens';
      where?: Record<string, unknown>;
      methods?: string[];
      edit: 'refused' | 'cached' | {set: Record<string, unknown>} | {like: NearMatch};
    }
  /** Requests to a path below the world's address are served as if they went to another. */
  | {seam: 'path'; from: string; to: string}
  /**
   * The MCP server does not list the tools of these operations; `gone`: it does not know them
   * either.
   */
  | {seam: 'unlisted'; in: string[]; gone?: true}
  /** Several places that only together break the rule. */
  | {seam: 'several'; seams: Seam[]}
  /** The exception: a function around an operation. */
  | {
      seam: 'around';
      in: string[];
      /** @param without gives the operation without some of its guards */
      around(next: Transition, without: Without): Transition;
    };

/** The operation without the guards against some situations. */
export type Without = (removed: (situation: string) => boolean) => Transition;

/** A defect of several places as one defect each; what a world has. */
export const single = (defect: Defect): Defect[] => {
  if (defect.seam !== 'several') return [defect];
  const {seams, name, breaks} = defect;
  return seams.flatMap((seam) =>
    single({name, breaks, ...(defect.interface && {interface: defect.interface}), ...seam}),
  );
};
