import type {IncomingHttpHeaders} from 'node:http';
import type {ResponseGroup} from '../../../spec/openapi.ts';
import type {Defect} from '../../defect.ts';
import type {Pipeline} from '../../http/pipeline.ts';
import type {PreparedResponse} from '../../http/prepared-response.ts';
import {edited} from './edited-response.ts';
import type {DefectOf} from './select.ts';
import type {Turns} from './turns.ts';

type Edit = DefectOf<'member' | 'header' | 'status'>;

const isEdit = (defect: Defect): defect is Edit =>
  defect.seam === 'member' || defect.seam === 'header' || defect.seam === 'status';

/** Changes statuses, members and headers of responses (seams `status`, `member` and `header`). */
export function respondWith(
  defects: readonly Defect[],
  turns: Turns,
  next: Pipeline['respond'],
): Pipeline['respond'] {
  const all = defects.filter(isEdit);
  return (context, response) => {
    const operation = context.operation?.contract.id;
    const conditions = context.condition === undefined ? [] : [context.condition];
    const edits = all.filter(
      (defect) =>
        isAbout(defect.situation, response) &&
        isOfRequest(defect, context.request.headers) &&
        (defect.method ?? context.request.method) === context.request.method &&
        turns.take(defect, operation, conditions),
    );
    next(context, edits.length ? edited(response, edits) : response);
  };
}

/** Whether the defect concerns a request with these headers. */
function isOfRequest({requestHeader: header}: Edit, headers: IncomingHttpHeaders): boolean {
  if (!header) return true;
  const value = headers[header.name];
  return typeof value === 'string' && value.startsWith(header.begins);
}

/** The groups of responses that a defect can name instead of a situation. */
const GROUPS: Record<ResponseGroup, (response: PreparedResponse) => boolean> = {
  every: () => true,
  success: ({status, body}) => status < 400 && body !== undefined,
  failure: ({status}) => status >= 400,
  authenticated: ({status}) => status !== 401,
  limited: ({situation}) => situation === 'rate-limited',
};

const isAbout = (situation: string, response: PreparedResponse): boolean =>
  situation === response.situation || (isGroup(situation) && GROUPS[situation](response));

const isGroup = (name: string): name is ResponseGroup => Object.hasOwn(GROUPS, name);
