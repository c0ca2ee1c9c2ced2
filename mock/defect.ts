import type {RuleId} from '../spec/rule.ts';
import type {Transition} from './operation.ts';

/** A named way to break exactly one rule. The registry stands in `mock/defects/`; a mock made without it has none. */
export type Defect = {
  name: string;
  breaks: RuleId;
  /** The place (see spec/contract.ts) when the rule holds in many. */
  place?: string;
} & Seam;

/** Where a defect hooks in, as data. Only `around` is a function. */
export type Seam =
  /** A limit, lifetime or page size by name is off by `add`, or is `set`. */
  | {seam: 'number'; number: string; add?: number; set?: number}
  /** A refusal is answered as another: status, reason, or wholly as another situation; only for foreign or unknown ids when `when` says so. */
  | {seam: 'refusal'; situation: string; in?: string[]; when?: 'foreign' | 'unknown'; as: {status?: number; reason?: string | null; situation?: string}}
  /** A refusal that guards an operation is not raised: the check named by the situation is skipped. */
  | {seam: 'skip'; situation: string; in?: string[]}
  /** The status of an answer. */
  | {seam: 'status'; situation: string; in?: string[]; as: number}
  /** A member of an answer's body; `*` in the pointer is every row, `2` the third. `set` writes a value. */
  | {seam: 'member'; situation: string; in?: string[]; pointer: string; edit: 'drop' | 'null' | 'retype' | {set: unknown} | {add: number}}
  /** A header of answers of a situation (`every`: of all). */
  | {seam: 'header'; situation: string; in?: string[]; header: string; edit: 'drop' | {set: string} | {add: number}}
  /** The request schema: a keyword at a pointer is dropped or has another value. */
  | {seam: 'schema'; in: string; pointer: string; keyword: string; as?: unknown}
  /** Changes of a table are lost, or members of its rows keep their old value. */
  | {seam: 'change'; in: string[]; table: string; drop?: true; keep?: string[]}
  /** Reads of a table come from a snapshot taken on arrival, and the operation yields between check and write. */
  | {seam: 'stale'; in: string[]; table: string}
  /** The tenant is not looked at: rows of others are found by id. */
  | {seam: 'tenancy'; in: string[]}
  /** The operation asks for another ability as well. */
  | {seam: 'ability'; in: string[]; also: string}
  /** The exception: a function around an operation. */
  | {seam: 'around'; in: string[]; around(next: Transition): Transition};
