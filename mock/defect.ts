import type {RuleId} from '../spec/rule.ts';
import type {NearMiss} from '../spec/step.ts';
import type {Transition, View} from './operation.ts';
import type {Change} from './world/change.ts';
import type {Counter} from './world/counter.ts';

/**
 * A named way to break exactly one rule. All defects are listed in `mock/defects/`; a mock that is created without that
 * list has none.
 */
export type Defect = {
  name: string;
  breaks: RuleId;
  /** The place at which the rule is broken (see spec/contract.ts), when it holds at several. */
  place?: string;
  /** Only requests that come through the MCP server are broken. */
  interface?: 'mcp';
} & Seam;

/**
 * The responses that a defect affects. Storage behind presigned links is the operation `storage`.
 */
interface Responses {
  /** A situation; for the seams `status`, `member` and `header` also a `ResponseGroup` of spec/openapi.ts. */
  situation: string;
  /** Ids of operations. Default: all. */
  in?: string[];
  /**
   * Affects only responses under this condition: one of the contract (`foreign`, `unknown`, `no-key`, ...), or
   * `invalid` when the request violates its schema, whatever the reason of the refusal.
   */
  when?: string;
  /** Affects only every n-th such response of a world. */
  every?: number;
}

/** The responses to requests with a header, where one is given. */
interface ResponsesTo extends Responses {
  /** Affects only responses to requests in which this header begins with this text. */
  requestHeader?: {name: string; begins: string};
  /** Affects only responses to requests with this HTTP method. */
  method?: string;
}

/** The kinds of change that a defect can make, as data. Only `around` contains a function. */
export type Seam =
  /** Adds to a limit, lifetime or page size, or sets it. */
  | {seam: 'number'; number: string; add?: number; set?: number}
  /** Lets a limit count other requests, or over another period. */
  | {seam: 'count'; count: Partial<Counter> & {counter: string}}
  /** Lets a limit count a request only a moment after it was admitted, so that simultaneous requests are admitted too. */
  | {seam: 'late'; situation: string}
  /** Gives a refusal another status or reason, or replaces it by the refusal of another situation. */
  | ({
      seam: 'refusal';
      as: {status?: number; reason?: string | null; situation?: string};
    } & Responses)
  /**
   * Skips the guard of an operation that refuses with this situation. With `methods` only requests with these HTTP
   * methods are affected, where a limit or the lack of a credential refuses them, and with `withQuery` only requests
   * with a query. For storage, `over` means: only where an object already exists.
   */
  | {
      seam: 'skip';
      situation: string;
      in?: string[];
      methods?: string[];
      withQuery?: true;
      over?: true;
    }
  /**
   * Refuses a request but still performs the operation: on all tables or only on those of `only`, except for the
   * members in `keep`, which rows retain.
   */
  | {
      seam: 'effect';
      situation: string;
      in: string[];
      only?: string[];
      keep?: string[];
      /** For storage: only where an object already exists. */
      over?: true;
      /** Commits these changes instead of the operation's own. */
      changes?(view: View): Change[];
    }
  /** Changes the status of a response. */
  | ({seam: 'status'; as: number} & ResponsesTo)
  /**
   * Changes a member of a response's body. In the pointer `*` stands for every row, and `2` for the third. `set` also
   * adds a member that is missing.
   */
  | ({
      seam: 'member';
      pointer: string;
      edit: 'drop' | 'null' | 'retype' | {set: unknown} | {add: number};
    } & ResponsesTo)
  /** Changes a header of responses. */
  | ({seam: 'header'; header: string; edit: 'drop' | {set: string} | {add: number}} & ResponsesTo)
  /**
   * Changes the request schema: the keyword at a pointer (`query/...` for the query) is removed or gets another value.
   * `required` with `true` is added.
   */
  | {seam: 'schema'; in: string; pointer: string; keyword: string; as?: unknown}
  /** Discards changes of a table, or retains or sets members of the changed rows. */
  | {
      seam: 'change';
      in: string[];
      table: string;
      drop?: true;
      keep?: string[];
      set?: Record<string, unknown>;
    }
  /**
   * Lets reads of a table see a snapshot from the arrival of the request, and lets the operation yield between check
   * and write.
   */
  | {seam: 'stale'; in: string[]; table: string}
  /** Ignores the tenant: rows of other tenants are found and listed. */
  | {seam: 'tenancy'; in: string[]}
  /** Lets an undocumented parameter select the tenant: in the query, or in the body. */
  | {seam: 'tenant'; in: string[]; parameter: string; body?: true}
  /** Requires another ability as well. */
  | {seam: 'ability'; in: string[]; also: string}
  /**
   * Refuses the credentials whose rows match `where`, or sets members of their rows. `cached`: a credential that was
   * accepted once is always accepted. `like`: a credential that differs slightly from a real one is accepted. With
   * `methods` only requests with these HTTP methods are affected, and with `in` only these operations.
   */
  | {
      seam: 'credential';
      table: 'keys' | 'tokens' | 'access_tokens';
      where?: Record<string, unknown>;
      methods?: string[];
      in?: string[];
      edit: 'refused' | 'cached' | {set: Record<string, unknown>} | {like: NearMiss};
    }
  /** Serves requests to one path (below the world's URL) as if they were for another. */
  | {seam: 'path'; from: string; to: string}
  /** Removes the tools of these operations from the list of the MCP server; with `gone` they cannot be called either. */
  | {seam: 'unlisted'; in: string[]; gone?: true}
  /** Lets the MCP server answer no messages whose ids are 0, texts, or longer than 32 bits. */
  | {seam: 'unanswered'; ids: 'zero' | 'text' | 'long'}
  /** Gives a member another value in the text of a tool's result, and not in the structured content. */
  | {seam: 'text'; in: string[]; member: string; set: unknown}
  /** Makes several changes that break the rule only together. */
  | {seam: 'several'; seams: Seam[]}
  /** Wraps an operation in a function, for whatever no other seam can express. */
  | {
      seam: 'around';
      in: string[];
      /** @param without returns the operation without some of its guards */
      around(next: Transition, without: Without): Transition;
    };

/** Returns an operation without the guards that refuse with some situations. */
export type Without = (removed: (situation: string) => boolean) => Transition;

/** Splits a defect with the seam `several` into one defect for each change. */
export const single = (defect: Defect): Defect[] => {
  if (defect.seam !== 'several') return [defect];
  const {seams, name, breaks} = defect;
  return seams.flatMap((seam) =>
    single({name, breaks, ...(defect.interface && {interface: defect.interface}), ...seam}),
  );
};
