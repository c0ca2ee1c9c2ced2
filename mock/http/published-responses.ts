import type {Operation, Outcome} from '../../spec/contract.ts';
import {defined} from '../../spec/defined.ts';
import {isObject} from '../../spec/json.ts';
import {RESPONSE_GROUPS, type ResponseGroup, type OperationNode} from '../../spec/openapi.ts';
import {resolve, type Schema} from '../../spec/schema.ts';
import type {PublishedForms} from '../chapter.ts';
import type {ApiInterface} from './api-interface.ts';
import type {OutcomeTable} from './outcome-table.ts';

/** A node of the published document. */
export type Node = Record<string, unknown>;

type DescribedResponse = OperationNode['responses'][string] & {description?: string};

/** One of the situations with the same status. */
interface Situation {
  situation: string;
  outcome: Outcome;
  /** The index of the status, when several are documented. */
  form: number;
  description: string;
  /** Headers of this situation only. */
  headers: Record<string, object>;
}

/** The schema of a body that the document does not show. */
const UNSHOWN: Schema = {description: 'The document shows no body.'};

/** The schema of a failure whose body the document does not show. */
const failureSchemaOf = (api: ApiInterface, status: number, operation?: Operation): Schema => ({
  $ref: `#/components/schemas/${api.failureSchema(status, operation)}`,
});

/** What the responses of one API are made from. */
export interface ResponseSources {
  api: ApiInterface;
  outcomes: OutcomeTable;
  forms: PublishedForms;
}

/** The responses of an operation by status, with the statuses, reasons and forms of the mock. */
export function publishedResponses(
  sources: ResponseSources,
  operation: Operation,
  node: OperationNode,
): Node {
  const {api, outcomes, forms} = sources;
  const byStatus = situationsByStatus(api, outcomes, operation, node);
  const responses = [...byStatus].flatMap(([status, situations]): [string, Node][] =>
    forms[`${operation.id} ${status}`] === 'never'
      ? []
      : [[String(status), responseOf(sources, operation, status, situations)]],
  );
  return Object.fromEntries([...responses, ...serverErrors(api)]);
}

function situationsByStatus(
  api: ApiInterface,
  outcomes: OutcomeTable,
  operation: Operation,
  {responses}: OperationNode,
): Map<number, Situation[]> {
  const byStatus = new Map<number, Situation[]>();
  const {document} = api.specification.contract;
  for (const node of Object.values(responses))
    for (const situation of situationsOf(operation, resolve<DescribedResponse>(document, node)))
      for (const [form, status] of outcomes.statuses(operation, situation.situation).entries())
        byStatus.set(status, [...(byStatus.get(status) ?? []), {...situation, form}]);
  return byStatus;
}

/** The situations of one response of an operation in the contract. */
function situationsOf(
  operation: Operation,
  {description = '', headers = {}, 'x-situations': situations = {}}: DescribedResponse,
): Omit<Situation, 'form'>[] {
  return Object.keys(situations).map((situation) => {
    const outcome = operation.outcomes.find((one) => one.situation === situation);
    return {
      situation,
      outcome: defined(outcome, `the outcome ${situation} of ${operation.id}`),
      description,
      headers,
    };
  });
}

/** The server errors that the document lists for every operation (Store: Errors). */
function serverErrors(api: ApiInterface): [string, Node][] {
  const listed = api.specification.contract.anyResponse.statuses?.listed ?? [];
  return listed
    .filter((status) => status >= 500)
    .map((status) => {
      const description = 'Server error.';
      const headers = headersOf(api, status, []);
      const value = api.failure({status, message: description});
      const content = {schema: failureSchemaOf(api, status), examples: {'server-error': {value}}};
      return [String(status), {description, headers, content: {'application/json': content}}];
    });
}

function responseOf(
  {api, outcomes, forms}: ResponseSources,
  operation: Operation,
  status: number,
  situations: Situation[],
): Node {
  const description = [...new Set(situations.map((one) => one.description))].join(' ');
  const headers = headersOf(api, status, situations);
  const common = {
    description,
    ...(Object.keys(headers).length && {headers}),
    ...choicesOf(api, situations),
  };
  const form = forms[`${operation.id} ${status}`];
  if (form === 'no body' || status === 204 || (status >= 300 && status < 400)) return common;
  if (status < 400) {
    const schema = form ?? situations[0]?.outcome.schema ?? UNSHOWN;
    return {...common, content: {'application/json': {schema}}};
  }
  const failures = situations.map(({situation, form: at}) => ({
    situation,
    body: api.failure(outcomes.refusal(operation.id, situation, at), operation),
  }));
  const schema = failureSchemaOf(api, status, operation);
  return {...common, content: {'application/json': failuresContent(schema, failures)}};
}

/** Marks the situations whose body, status or reason the mock chose. */
function choicesOf(api: ApiInterface, situations: Situation[]): Node {
  const open = situations.filter(({outcome}) => outcome.open || !outcome.schema);
  if (!open.length) return {};
  return {
    'x-presscheck-choice': open.map(({situation, outcome}) => ({
      situation,
      ...(outcome.open && openPointOf(api, outcome.open)),
    })),
  };
}

/** The schema of failures with one status, with their reasons and an example of each. */
function failuresContent(schema: Schema, failures: {situation: string; body: unknown}[]): Node {
  const reasons = new Set(failures.map(({body}) => (isObject(body) ? body['reason'] : undefined)));
  reasons.delete(undefined);
  return {
    schema: reasons.size
      ? {allOf: [schema, {type: 'object', properties: {reason: {enum: [...reasons]}}}]}
      : schema,
    examples: Object.fromEntries(failures.map(({situation, body}) => [situation, {value: body}])),
  };
}

/** Whether the responses with a status have the headers of a group. */
const CARRIES: Record<ResponseGroup, (status: number) => boolean> = {
  every: () => true,
  success: (status) => status < 300 && status !== 204,
  failure: (status) => status >= 400,
  authenticated: (status) => status !== 401,
  limited: (status) => status === 429,
};

/** The headers of every response with a status, then those of its situations. */
function headersOf({specification}: ApiInterface, status: number, situations: Situation[]): Node {
  const {'x-headers': groups = {}} = specification.contract.document;
  const headers: Node = {};
  for (const group of RESPONSE_GROUPS.filter((one) => CARRIES[one](status))) {
    const {'content-type': _type, ...schemas} = groups[group] ?? {};
    for (const [name, schema] of Object.entries(schemas))
      headers[name] = {...(group !== 'limited' && {required: true}), schema};
  }
  for (const {headers: own} of situations)
    for (const [name, header] of Object.entries(own))
      headers[name] = {...header, required: situations.every((one) => name in one.headers)};
  return headers;
}

/** An open point with the mock's choice. */
export function openPointOf({specification}: ApiInterface, id: string): Node {
  const point = specification.openPoints.find((one) => one.id === id);
  const choice = specification.profile.choices[id];
  return {open: id, ...(point && {what: point.what}), ...(choice !== undefined && {choice})};
}
