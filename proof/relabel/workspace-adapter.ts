import type {ProxiedResponse, Adapter} from './front.ts';

type Loose = Record<string, any>;

/** Reasons that the document does not show, said otherwise; by status and the mock's own word. */
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

/** The Workspace Publishing API in other words, wherever the document shows none. */
export const workspaceAdapter: Adapter = {
  adaptRequest(request) {
    const {method, path, body} = request;
    request.path = path.replace(
      /^(\/api\/v1)\/jobs\/([^/]+)(\/outcome)?$/,
      (_all, prefix, id, outcome) => `${prefix}/runs/${id}${outcome ? '/report' : ''}`,
    );
    if (method !== 'POST' || !path.endsWith('/uploads') || !isObject(body)) return;
    const {
      upload: {name, bytes} = {} as Loose,
      original_filename: _name,
      size_bytes: _bytes,
      ...rest
    } = body as Loose;
    for (const key of Object.keys(body)) delete body[key];
    Object.assign(
      body,
      rest,
      name !== undefined && {original_filename: name},
      bytes !== undefined && {size_bytes: bytes},
    );
  },
  adaptResponse({method, path}, answer) {
    if (answer.status === 302) answer.body = {moved: true};
    if (!isObject(answer.body)) return;
    answer.headers['x-request-id'] = 'front';
    if (answer.status >= 400)
      return refused(answer, method === 'POST' && path.endsWith('/uploads'));
    if (answer.status >= 300) return;
    const body = answer.body;
    if (/\/runs\/[^/]+$/.test(path)) return void (answer.body = job(body));
    if (path.endsWith('/uploads')) return reserved(answer);
    if (path.endsWith('/runs'))
      answer.headers['x-outcome'] = `/api/v1/jobs/${String(body.id)}/outcome`;
    if (path.endsWith('/publications') && method === 'GET') answer.body = page(body);
    else if (/\/publications(\/[^/]+)?$/.test(path)) answer.body = publication(body);
    else answer.body = BY_END.find(([end]) => path.endsWith(end))?.[1](body) ?? body;
  },
};

/** How answers are said, by how their path ends. */
const BY_END: [end: string, said: (body: Loose) => unknown][] = [
  ['/account', (body) => account(body)],
  ['/account/usage', (body) => usage(body)],
  ['/tools', ({data}) => (data as Loose[]).map(tool)],
  [
    '/files',
    ({data, current_file_id}) => ({
      versions: (data as Loose[]).map((row) => ({file: version(row)})),
      current_file_id,
      of: 'publication',
    }),
  ],
  ['/files/current', (body) => ({data: version(body), links: []})],
  ['/reader', (body) => reader(body)],
  ['/runs', (body) => job(body)],
  ['/report', (body) => ({outcome: body})],
];

function refused(answer: ProxiedResponse, reservation: boolean): void {
  const failure = answer.body as Loose;
  // A reservation's refused format has no documented reason; that of a registration has.
  const other =
    reservation && failure.reason === 'unsupported_format'
      ? [422, 'wrong_kind']
      : REASONS[failure.reason];
  if (other) [answer.status, failure.reason] = other as [number, string];
  answer.body = {...failure, detail: {hint: 'ask the desk'}, trace: 'front'};
}

const account = ({workspace, plan, paid_work, publications_left}: Loose): Loose => ({
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
}: Loose): Loose => ({
  runs: {
    day: {most: String(daily_runs_limit), used: daily_runs_used},
    each_tool: {most: runs_per_tool_and_publication_limit},
  },
  allowance: {remaining: publications_left === null ? null : String(publications_left), of: 500},
});

const tool = ({
  slug,
  name,
  category,
  description,
  metered,
  replaces_working_file,
}: Loose): Loose => ({
  slug,
  title: name,
  group: {name: category},
  about: {text: description},
  billing: {metered: metered ? 1 : 0},
  effects: {replaces: replaces_working_file ? 1 : 0},
});

const version = ({
  id,
  current,
  kind,
  filename,
  size_bytes,
  tool: by,
  created_at,
}: Loose): Loose => ({
  ref: id,
  current,
  origin: kind === 'original' ? 'UPLOAD' : 'TOOL',
  label: filename,
  weight: {bytes: String(size_bytes)},
  ...(by !== null && {made_by: {tool: by}}),
  made: Math.floor(Date.parse(created_at) / 1000),
});

const STAGES: Record<string, string> = {queued: 'waiting', running: 'at_work'};

const job = ({id, state, publication_id, tool: by, created_at}: Loose): Loose => ({
  job: {ref: id, stage: STAGES[state] ?? state},
  of: publication_id,
  by: {slug: by},
  begun: Math.floor(Date.parse(created_at) / 1000),
});

const reader = ({configured, mirrors}: Loose): Loose => ({
  integration: {enabled: configured ? 1 : 0},
  copies: (mirrors as Loose[]).map(
    ({mirror, conversion_status, push_in_flight, last_sync_error}) => ({
      which: mirror,
      conversion: {state: conversion_status},
      push: {running: push_in_flight ? 1 : 0},
      ...(last_sync_error !== null && {sync: {error: last_sync_error}}),
    }),
  ),
});

function reserved(answer: ProxiedResponse): void {
  const {publication_id, key, upload_url, upload_headers} = answer.body as Loose;
  answer.headers.location = `/api/v1/publications/${publication_id}?from=upload`;
  answer.body = {
    storage: {object: key},
    upload_url,
    put: {headers: Object.entries(upload_headers as Loose).map(([name, value]) => ({name, value}))},
    expires_in: 1800,
  };
}

const page = ({data, next_cursor, has_more}: Loose): Loose => ({
  data: (data as Loose[]).map((row) => ({item: publication(row), score: 1})),
  ...(has_more && {next_cursor}),
  has_more,
  total_estimate: 7,
});

const publication = (row: Loose): Loose => ({
  identifier: row.id,
  kind: row.type === 'book' ? 'BOOK' : 'AUDIO',
  lifecycle: {state: row.status},
  ...(row.title !== null && {metadata: {heading: row.title, language: 'en'}}),
  files: {
    original: {bytes: String(row.original_size_bytes)},
    working: {ref: row.working_file_id, bytes: row.working_file_size_bytes},
  },
  registered: Math.floor(Date.parse(row.created_at) / 1000),
});

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
