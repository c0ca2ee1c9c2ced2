import {type Probe, type Probes, type Site, updated, updates, type Value} from './probe-kit.ts';

const x = (length: number): string => 'x'.repeat(length);

/** Probes of what an update refuses and accepts. */
export const checks: Probes = {
  'update-status-202': updates({}, true),
  'update-unknown-204': async (s) => {
    return (await s.update({...s.body(), id: 999_999_999})).status !== 404;
  },
  'update-email-optional': updates({email: undefined}, 422),
  'update-external-optional': updates({external_id: undefined}, 422),
  'update-readable-optional': updates({only_sees_readable: undefined}, 422),
  'update-password-required': updates({}, true),
  'update-admin-required': updates({}, true),
  'plan-name-required': updates({}, true),
  'update-own-email-taken': updates({}, true),
  'update-email-unchecked': updates({email: 'x'}, 422),
  'update-email-not-unique': async (s) => {
    const user = await s.made();
    return (await s.update(await s.made(), {email: user.email})).status !== 422;
  },
  'update-external-changeable': updates({external_id: 'another'}, 422),
  'update-external-case': updates({external_id: 'AB-1'}, 422, {external_id: 'ab-1'}),
  'update-external-as-number': updates({external_id: '7'}, 422, {external_id: '007'}),
  'update-external-stored-anyway': updated(
    {external_id: 'another'},
    (r) => r.external_id !== 'another',
  ),
  'update-password-short': updates({new_password: x(7)}, 422),
  'update-password-empty': updates({new_password: ''}, 422),
  'update-password-unbounded': updates({new_password: x(256)}, 422),
  'update-password-255-refused': updates({new_password: x(255)}, true),
  'update-sessions-unbounded': updates({sessions_limit: 1_000_000}, 422),
  'update-sessions-max-refused': updates({sessions_limit: 999_999}, true),
};

async function afterwards(site: Site, user: Value, changes: Value): Promise<Value> {
  await site.update(user, changes);
  return (await site.row(user)) ?? {};
}

const lostFlags: Probe = async (site) => {
  const user = await site.made();
  await Promise.all([
    site.update(user, {plan_admin: true}),
    site.update(user, {sessions_limit: 9}),
  ]);
  const row = (await site.row(user)) ?? {};
  return row.plan_admin !== true || row.sessions_limit !== 9;
};

/** Probes of what an update stores. */
export const changes: Probes = {
  'update-plan-admin-ignored': updated({plan_admin: true}, (r) => r.plan_admin === true),
  'update-readable-ignored': updated(
    {only_sees_readable: true},
    (r) => Number(r.only_sees_readable) === 1,
  ),
  'update-false-ignored': updated(
    {only_sees_readable: false},
    (r) => Number(r.only_sees_readable) === 0,
    {only_sees_readable: true},
  ),
  'update-admin-reset': updated({}, (r) => r.admin === true, {admin: true}),
  'update-limit-reset': updated({}, (r) => r.sessions_limit === 4, {sessions_limit: 4}),
  'update-email-ignored': updated(
    {email: 'moved@probe.example'},
    (r) => r.email === 'moved@probe.example',
  ),
  'update-password-ignored': async (s) => {
    const user = await s.made();
    await s.update(user, {new_password: 'quite another 2'});
    return !(await s.admitted(user, 'quite another 2'));
  },
  'third-update-lost': async (s) => {
    const user = await s.made();
    await s.update(user, {sessions_limit: 1});
    await s.update(user, {sessions_limit: 2});
    return (await afterwards(s, user, {sessions_limit: 3})).sessions_limit !== 3;
  },
  'update-lost-after-reactivation': async (s) => {
    const user = await s.made();
    await s.remove(user);
    await s.back(user);
    return (await afterwards(s, user, {sessions_limit: 3})).sessions_limit !== 3;
  },
  'update-reactivates': async (s) => {
    const user = await s.made();
    await s.remove(user);
    return (await afterwards(s, user, {})).deleted_at === null;
  },
  'update-email-race': async (s) => {
    const users = [await s.made(), await s.made()];
    const answers = await Promise.all(
      users.map((user) => s.update(user, {email: 'race@probe.example'})),
    );
    return answers.filter((one) => one.status === 204).length !== 1;
  },
  'update-race-loses-flags': lostFlags,
};
