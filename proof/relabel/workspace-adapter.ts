import {
  isBody,
  rowsOf,
  seconds,
  type Adapter,
  type Body,
  type ProxiedRequest,
  type ProxiedResponse,
} from './adapter.ts';

/** Other names for reasons that the document does not show, by the mock's own reason. */
const REASONS: Record<string, [status: number, reason: string]> = {
  unauthorized: [401, 'no_entry'],
  ability_missing: [403, 'not_for_this_key'],
  rate_limited: [429, 'slow_down'],
  file_too_large: [422, 'too_heavy'],
  malformed_json: [415, 'not_readable'],
  invalid_request: [422, 'fields'],
  upload_not_reserved: [404, 'unknown_reservation'],
  upload_mismatch: [409, 'unlike_the_reservation'],
  already_registered: [422, 'there_already'],
  invalid_cursor: [410, 'cursor_gone'],
  daily_limit_reached: [429, 'daily_limit_reached'],
  tool_not_found: [404, 'no_tool'],
  tool_limit_reached: [429, 'enough_of_this'],
  run_in_progress: [409, 'one_at_a_time'],
  paid_work_not_included: [403, 'not_paid_for'],
  publication_has_no_file: [404, 'nothing_to_work_on'],
  idempotency_key_reused: [422, 'key_taken'],
  run_not_found: [404, 'no_job'],
  report_unavailable: [425, 'too_early'],
};

/** The Workspace Publishing API in another form, wherever the document shows none. */
export const workspaceAdapter: Adapter = {
  adaptRequest(request) {
    request.path = request.path.replace(
      /^(\/api\/v1)(?:\/publications\/[^/]+)?\/jobs\/([^/]+)(\/outcome)?$/,
      (_all, prefix, id, outcome) => `${prefix}/runs/${id}${outcome ? '/report' : ''}`,
    );
    if (isReservation(request) && isBody(request.body)) adaptReservation(request.body);
  },
  adaptResponse(request, response) {
    if (response.status === 302) response.body = {moved: true};
    if (!isBody(response.body)) return;
    response.headers['x-request-id'] = 'front';
    if (response.status >= 400) adaptRefusal(response, response.body, isReservation(request));
    else if (response.status < 300) adaptSuccess(request, response, response.body);
  },
};

const isReservation = ({method, path}: ProxiedRequest): boolean =>
  method === 'POST' && path.endsWith('/uploads');

/** `upload: {name, bytes}` replaces `original_filename` and `size_bytes`. */
function adaptReservation(body: Body): void {
  const {upload, original_filename: _name, size_bytes: _bytes, ...rest} = body;
  const {name, bytes} = isBody(upload) ? upload : {};
  for (const member of Object.keys(body)) delete body[member];
  Object.assign(
    body,
    rest,
    name !== undefined && {original_filename: name},
    bytes !== undefined && {size_bytes: bytes},
  );
}

function adaptRefusal(response: ProxiedResponse, failure: Body, reservation: boolean): void {
  let {reason} = failure;
  // A refused format of a reservation has no documented reason; that of a registration has.
  const other =
    reservation && reason === 'unsupported_format'
      ? ([422, 'wrong_kind'] as const)
      : REASONS[String(reason)];
  if (other) [response.status, reason] = other;
  response.body = {...failure, reason, detail: {hint: 'ask the desk'}, trace: 'front'};
}

function adaptSuccess({method, path}: ProxiedRequest, response: ProxiedResponse, body: Body): void {
  if (path.endsWith('/uploads')) return adaptReserved(response, body);
  if (path.endsWith('/runs'))
    response.headers['x-outcome'] = `/api/v1/jobs/${String(body.id)}/outcome`;
  response.body = formOf(method, path)(body);
}

/** The form of a successful response's body, by method and path. */
function formOf(method: string, path: string): (body: Body) => unknown {
  if (/\/runs\/[^/]+$/.test(path)) return job;
  if (path.endsWith('/publications') && method === 'GET') return page;
  if (/\/publications(\/[^/]+)?$/.test(path)) return publication;
  return FORMS.find(([end]) => path.endsWith(end))?.[1] ?? ((body) => body);
}

const account = ({workspace, plan, paid_work, publications_left}: Body): Body => ({
  account: {ref: workspace, label: 'Some Press'},
  subscription: plan === null ? {} : {tier: plan},
  billing: {may_run_paid_work: paid_work ? 1 : 0},
  allowance: {
    remaining: publications_left === null ? null : String(publications_left),
    unit: 'publications',
  },
});

const usage = ({
  daily_runs_limit,
  daily_runs_used,
  runs_per_tool_and_publication_limit,
  publications_left,
}: Body): Body => ({
  runs: {
    day: {most: String(daily_runs_limit), used: daily_runs_used},
    each_tool: {most: runs_per_tool_and_publication_limit},
  },
  allowance: {remaining: publications_left === null ? null : String(publications_left), of: 500},
});

const tool = ({slug, name, category, description, metered, replaces_working_file}: Body): Body => ({
  slug,
  title: name,
  group: {name: category},
  about: {text: description},
  billing: {metered: metered ? 1 : 0},
  effects: {replaces: replaces_working_file ? 1 : 0},
});

const version = ({id, current, kind, filename, size_bytes, tool: by, created_at}: Body): Body => ({
  ref: id,
  current,
  origin: kind === 'original' ? 'UPLOAD' : 'TOOL',
  label: filename,
  weight: {bytes: String(size_bytes)},
  ...(by !== null && {made_by: {tool: by}}),
  made: seconds(created_at),
});

const versions = ({data, current_file_id}: Body): Body => ({
  versions: rowsOf(data).map((row) => ({file: version(row)})),
  current_file_id,
  of: 'publication',
});

const STAGES: Record<string, string> = {queued: 'waiting', running: 'at_work'};

const job = ({id, state, publication_id, tool: by, created_at}: Body): Body => ({
  job: {ref: id, stage: STAGES[String(state)] ?? state},
  of: publication_id,
  by: {slug: by},
  begun: seconds(created_at),
});

const mirror = ({
  mirror: which,
  conversion_status,
  push_in_flight,
  last_sync_error,
}: Body): Body => ({
  which,
  conversion: {state: conversion_status},
  push: {running: push_in_flight ? 1 : 0},
  ...(last_sync_error !== null && {sync: {error: last_sync_error}}),
});

const reader = ({configured, mirrors}: Body): Body => ({
  integration: {enabled: configured ? 1 : 0},
  copies: rowsOf(mirrors).map(mirror),
});

function adaptReserved(response: ProxiedResponse, body: Body): void {
  const {publication_id, key, upload_url, upload_headers} = body;
  const headers = Object.entries(isBody(upload_headers) ? upload_headers : {});
  response.headers.location = `/api/v1/publications/${String(publication_id)}?from=upload`;
  response.body = {
    storage: {object: key},
    upload_url,
    put: {headers: headers.map(([name, value]) => ({name, value}))},
    expires_in: 1800,
  };
}

const page = ({data, next_cursor, has_more}: Body): Body => ({
  data: rowsOf(data).map((row) => ({item: publication(row), score: 1})),
  ...(has_more === true && {next_cursor}),
  has_more,
  total_estimate: 7,
});

const publication = (row: Body): Body => ({
  identifier: row.id,
  kind: row.type === 'book' ? 'BOOK' : 'AUDIO',
  lifecycle: {state: row.status},
  ...(row.title !== null && {metadata: {heading: row.title, language: 'en'}}),
  files: {
    original: {bytes: String(row.original_size_bytes)},
    working: {ref: row.working_file_id, bytes: row.working_file_size_bytes},
  },
  registered: seconds(row.created_at),
});

/** The form of a successful response's body, by the end of its path. */
const FORMS: [end: string, form: (body: Body) => unknown][] = [
  ['/account', account],
  ['/account/usage', usage],
  ['/tools', ({data}) => rowsOf(data).map(tool)],
  ['/files', versions],
  ['/files/current', (body) => ({data: version(body), links: []})],
  ['/reader', reader],
  ['/runs', job],
  ['/report', (body) => ({outcome: body})],
];
