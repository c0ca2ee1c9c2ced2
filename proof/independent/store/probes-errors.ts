import {asObject, type Probe, type Probes, refused, type Seen, type Site} from './probe-kit.ts';

const SHORT = {new_password: 'short'};

function fields(answer: Seen): Record<string, unknown> {
  return asObject(answer.json.errors);
}

function statusOf(call: (site: Site) => Promise<Seen>, want: number): Probe {
  return async (site) => (await call(site)).status !== want;
}

const path = '/dashboard/users';

/** Probes of the error shapes. */
export const shapes: Probes = {
  'errors-no-code': refused((a) => a.json.CODE === 'error', SHORT),
  'errors-message-list': refused((a) => typeof a.json.message === 'string', SHORT),
  'errors-as-list': refused((a) => Array.isArray(fields(a).new_password), SHORT),
  'errors-plain-strings': refused((a) => Array.isArray(fields(a).new_password), SHORT),
  'errors-password-key': refused((a) => Object.hasOwn(fields(a), 'new_password'), SHORT),
  'errors-name-all-fields': refused((a) => !Object.hasOwn(fields(a), 'email'), SHORT),
  'errors-text-plain': refused(
    (a) => (a.headers.get('content-type') ?? '').includes('json'),
    SHORT,
  ),
  'validation-400': refused((a) => a.status === 422, SHORT),
  'taken-email-409': async (s) => (await s.create({email: (await s.made()).email})).status !== 422,
  'bad-json-crashes': statusOf((s) => s.call('POST', path, {raw: '{"a'}), 400),
  'null-body-crashes': statusOf((s) => s.call('POST', path, {raw: 'null'}), 400),
  'bad-percent-crashes': statusOf(
    (s) => s.logout('x').then(() => s.call('POST', '/users/%E0%A4%A/force-logout')),
    404,
  ),
  'huge-id-crashes': statusOf((s) => s.remove({id: '9'.repeat(20)}), 404),
  'method-405': statusOf((s) => s.call('PATCH', path, {body: {}}), 404),
  'not-found-html': async (s) => {
    const {headers} = await s.call('GET', '/no/such/path');
    return !(headers.get('content-type') ?? '').includes('json');
  },
  'update-external-wrong-text': async (s) => {
    const answer = await s.update(await s.made(), {external_id: 'another'});
    return !String(fields(answer).external_id).includes('prohibited');
  },
};

function auth(method: string, tail: string, how: object, want: number): Probe {
  return async (site) => {
    const user = await site.made();
    const to = tail.replace('{id}', String(user.id));
    return (await site.call(method, to, {token: null, ...how})).status !== want;
  };
}

/** Probes of authentication. */
export const doors: Probes = {
  'missing-token-403': auth('GET', path, {}, 401),
  'invalid-token-400': auth('GET', path, {token: 'nobody'}, 401),
  'list-without-token': auth('GET', path, {}, 401),
  'reactivate-without-token': auth('PUT', `${path}/{id}/re-activate`, {}, 401),
  'logout-without-token': auth('POST', '/users/{id}/force-logout', {}, 401),
  'empty-token-accepted': auth('GET', path, {token: ''}, 401),
  'validation-before-token': auth('POST', path, {body: {}}, 401),
  'bearer-accepted': async (s) => {
    const headers = {Authorization: `Bearer ${s.key('admin')}`};
    return (await s.call('GET', path, {token: null, headers})).status !== 401;
  },
  'token-in-query': async (s) => {
    const to = `${path}?token=${s.key('admin')}`;
    return (await s.call('GET', to, {token: null})).status !== 401;
  },
  'token-case-ignored': async (s) => {
    const token = s.key('admin').toLowerCase();
    return (await s.call('GET', path, {token})).status !== 401;
  },
  'token-prefix-match': async (s) => {
    const token = `${s.key('admin')}z`;
    return (await s.call('GET', path, {token})).status !== 401;
  },
  'unauthorized-create-stored': async (s) => {
    await s.create({email: 'ghost@probe.example'}, {token: null});
    return (await s.list('ghost@probe.example')).status !== 404;
  },
  'second-admin-refused': async (s) => {
    const token = s.key('second-admin');
    return (await s.call('GET', path, {token})).status !== 200;
  },
  'one-key-per-store': async (s) => {
    await s.hook('generate-token', {role: 'admin'});
    return (await s.call('GET', path)).status !== 200;
  },
  'deleted-token-accepted': async (s) => {
    const {token, id} = await s.hook('generate-token', {role: 'admin'});
    await s.hook('delete-token', {id});
    return (await s.call('GET', path, {token: String(token)})).status !== 401;
  },
  'deleted-token-writes': async (s) => {
    const {token, id} = await s.hook('generate-token', {role: 'admin'});
    await s.hook('delete-token', {id});
    return (await s.create({}, {token: String(token)})).status !== 401;
  },
  'regenerated-old-accepted': async (s) => {
    const {token, id} = await s.hook('generate-token', {role: 'admin'});
    await s.hook('regenerate-token', {id});
    return (await s.call('GET', path, {token: String(token)})).status !== 401;
  },
  'regenerated-new-refused': async (s) => {
    const {id} = await s.hook('generate-token', {role: 'admin'});
    const {token} = await s.hook('regenerate-token', {id});
    return (await s.call('GET', path, {token: String(token)})).status !== 200;
  },
};

/** Probes of the headers of every response. */
export const headers: Probes = {
  'success-as-html': async (s) => {
    const type = (await s.call('GET', path)).headers.get('content-type') ?? '';
    return !type.includes('json');
  },
  'sts-missing': async (s) => !(await s.call('GET', path)).headers.has(STS),
  'sts-missing-on-401': async (s) => {
    return !(await s.call('GET', path, {token: null})).headers.has(STS);
  },
  'sts-missing-on-head': async (s) => !(await s.call('HEAD', path)).headers.has(STS),
  'sts-without-subdomains': async (s) => {
    return (await s.call('GET', path)).headers.get(STS) !== 'max-age=31536000; includeSubdomains';
  },
  'nosniff-missing-on-errors': async (s) => {
    return (await s.call('GET', '/nope')).headers.get('x-content-type-options') !== 'nosniff';
  },
  'nosniff-missing-on-204': async (s) => {
    const answer = await s.update(await s.made());
    return answer.headers.get('x-content-type-options') !== 'nosniff';
  },
  'xss-protection-0': async (s) => {
    return (await s.call('GET', path)).headers.get('x-xss-protection') !== '1';
  },
  'xss-missing-on-429': async (s) => {
    await s.hook('leave-reads', {role: 'admin', of: 'token', reads: 0});
    return (await s.call('GET', path)).headers.get('x-xss-protection') !== '1';
  },
  'limit-header-1000': async (s) => {
    return (await s.call('GET', path)).headers.get('x-ratelimit-limit') !== '60';
  },
  'remaining-missing': async (s) => {
    return !(await s.call('GET', path)).headers.has('x-ratelimit-remaining');
  },
  'rate-missing-on-errors': async (s) => {
    return !(await s.create(SHORT)).headers.has('x-ratelimit-limit');
  },
  'remaining-constant': async (s) => {
    await s.call('GET', path);
    return (await s.call('GET', path)).headers.get('x-ratelimit-remaining') !== '58';
  },
  'reset-always': async (s) => (await s.call('GET', path)).headers.has('x-ratelimit-reset'),
};

const STS = 'strict-transport-security';
