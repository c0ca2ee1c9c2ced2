import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, type View} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import {around, atPlace, breaking, receiving} from '../../breaking.ts';
import {CREATE, UPDATE, making, refusedButDone, taken, userIn} from './changed-users.ts';

/** A user that records whether the email was set by an update. */
type Marked = User & {updated_email?: boolean};

/** Gives the limit in a refused creation to the user who has its email or external_id. */
const givingTo = (index: 'email' | 'external_id'): Seam =>
  around(CREATE, (next) => (view, input) => {
    const done = next(view, input);
    const {[index]: value = '', sessions_limit: limit} = input.body as Partial<User>;
    const holder = view.by<User>('users', index, value ?? '');
    if (!isRefused(done) || !holder || !limit) return done;
    return refusedButDone(done, [
      {table: 'users', put: {...holder, sessions_limit: limit} as User},
    ]);
  });

const isTakenByAnother = (view: View, email = '', {id}: User): boolean =>
  view.all<User>('users', 'email', email).some((holder) => holder.id !== id);

const differInCase = (one: string, other: string): boolean =>
  one !== other && one.toLowerCase() === other.toLowerCase();

/** Defects of unique emails and external ids (Resources / User). */
export const unique: Defect[] = [
  ...breaking('store.users.email-is-unique', {
    'create accepts a taken email': {seam: 'skip', situation: 'email-taken', in: CREATE},
    'update accepts a taken email': {seam: 'skip', situation: 'email-taken', in: UPDATE},
    'create accepts an email that came by an update': {
      seam: 'several',
      seams: [
        making(UPDATE, () => ({updated_email: true}) as Partial<Marked>),
        around(CREATE, (next, without) => (view, input) => {
          const holders = view.all<Marked>('users', 'email', (input.body as {email: string}).email);
          return holders.length && holders.every(({updated_email}) => updated_email)
            ? without((guard) => guard === 'email-taken')(view, input)
            : next(view, input);
        }),
      ],
    },
    'parallel updates check stale users': {seam: 'stale', in: UPDATE, table: 'users'},
  }),
  ...atPlace(
    'of a deactivated user, by an update',
    breaking('store.users.email-is-unique', {
      'an update takes the address of a deactivated user': around(
        UPDATE,
        (next, without) => (view, input) => {
          const holders = view.all<User>('users', 'email', (input.body as {email: string}).email);
          return holders.length && holders.every(({state}) => state === 'deactivated')
            ? without((guard) => guard === 'email-taken')(view, input)
            : next(view, input);
        },
      ),
    }),
  ),
  ...breaking('store.users.update-answers-200-or-204', {
    'update refuses the own email of the user': around(
      UPDATE,
      (next) => (view, input) =>
        userIn(view, input.path)?.email === (input.body as {email: string}).email
          ? taken('email')
          : next(view, input),
    ),
  }),
  ...breaking('store.users.external-id-is-unique', {
    'create accepts a taken external_id': {
      seam: 'skip',
      situation: 'external-id-taken',
      in: CREATE,
    },
  }),
  ...atPlace(
    'with a taken email',
    breaking('store.users.refused-create-makes-nobody', {
      'a refused create gives its limit to the holder of the email': givingTo('email'),
    }),
  ),
  ...atPlace(
    'with a taken external_id',
    breaking('store.users.refused-create-makes-nobody', {
      'a refused create gives its limit to the holder of the external_id': givingTo('external_id'),
    }),
  ),
  ...atPlace(
    'and takes no name',
    breaking('store.users.refused-create-makes-nobody', {
      'a refused create keeps its external_id': around(CREATE, (next) => {
        const kept = new Set<string>();
        return (view, input) => {
          const {external_id: id} = input.body as Partial<User>;
          const name = `${view.tenant} ${id}`;
          const done = next(view, input);
          if (isRefused(done) && id && !view.by<User>('users', 'external_id', id)) kept.add(name);
          return !isRefused(done) && kept.has(name) ? taken('external_id') : done;
        };
      }),
      'a create without an external_id keeps its email': {
        seam: 'several',
        seams: [
          {seam: 'schema', in: 'createUser', pointer: '/external_id', keyword: 'required'},
          around(CREATE, (next) => {
            const kept = new Set<string>();
            return (view, input) => {
              const {email, external_id: id} = input.body as Partial<User>;
              const name = `${view.tenant} ${email}`;
              if (id !== undefined) return kept.has(name) ? taken('email') : next(view, input);
              kept.add(name);
              return taken('external_id');
            };
          }),
        ],
      },
    }),
  ),
  ...atPlace(
    'for a taken email',
    breaking('store.users.refused-update-changes-nothing', {
      'a taken email is refused when the limit is stored': around(
        UPDATE,
        (next) => (view, input) => {
          const done = next(view, input);
          const {email, sessions_limit: limit} = input.body as Partial<User>;
          const user = userIn(view, input.path);
          const isMeant = isRefused(done) && user && limit && isTakenByAnother(view, email, user);
          return isMeant
            ? refusedButDone(done, [
                {table: 'users', put: {...user, sessions_limit: limit} as User},
              ])
            : done;
        },
      ),
    }),
  ),
  ...atPlace(
    'with a plan',
    breaking('store.users.refused-update-changes-nothing', {
      'a refused update assigns its plan': {
        seam: 'effect',
        situation: 'invalid',
        in: UPDATE,
        only: ['subscriptions'],
      },
    }),
  ),
  ...breaking('store.users.parallel-creates-stay-unique', {
    'parallel creates check stale users': {seam: 'stale', in: CREATE, table: 'users'},
  }),
  ...atPlace(
    'race after race',
    breaking('store.users.parallel-creates-stay-unique', {
      'creates at the same moment check stale users': {seam: 'stale', in: CREATE, table: 'users'},
    }),
  ),
  ...breaking('store.users.uniqueness-ends-at-the-store', {
    'uniqueness covers all stores': {seam: 'tenancy', in: CREATE},
    'the second store checks no uniqueness': around(
      CREATE,
      (next, without) => (view, input) =>
        view.tenant === 'store-b'
          ? without((guard) => guard === 'email-taken' || guard === 'external-id-taken')(
              view,
              input,
            )
          : next(view, input),
    ),
  }),
  ...breaking('store.users.external-id-cannot-change', {
    'a changed external_id is accepted': {
      seam: 'skip',
      situation: 'external-id-changed',
      in: UPDATE,
    },
    'a changed external_id is ignored': receiving(UPDATE, ({body, path}, view) => ({
      body: {...(body as object), external_id: userIn(view, path)?.external_id},
    })),
    'a change of upper and lower case is stored': around(UPDATE, (next) => (view, input) => {
      const user = userIn(view, input.path);
      const {external_id} = input.body as {external_id: string};
      if (!user?.external_id || !differInCase(user.external_id, external_id))
        return next(view, input);
      return {
        situation: 'updated',
        changes: [{table: 'users', put: {...user, external_id} as User}],
      };
    }),
  }),
  ...breaking('store.users.external-id-change-changes-nothing', {
    'the rest of a refused update is stored': {seam: 'effect', situation: 'invalid', in: UPDATE},
    'a refused update stores the email': {
      seam: 'effect',
      situation: 'invalid',
      in: UPDATE,
      keep: ['admin', 'only_sees_readable', 'sessions_limit'],
    },
    'a refused update stores the flags': {
      seam: 'effect',
      situation: 'invalid',
      in: UPDATE,
      keep: ['email'],
    },
    'a refused update stores sessions_limit': {
      seam: 'effect',
      situation: 'invalid',
      in: UPDATE,
      keep: ['email', 'admin', 'plan_admin', 'only_sees_readable'],
    },
    'a refused update stores plan_admin': {
      seam: 'effect',
      situation: 'invalid',
      in: UPDATE,
      keep: ['email', 'admin', 'sessions_limit', 'only_sees_readable'],
    },
  }),
  ...breaking('store.users.external-id-change-is-called-prohibited', {
    'the change is called invalid': {
      seam: 'member',
      situation: 'invalid',
      in: UPDATE,
      pointer: '/errors/external_id',
      edit: {set: ['The external id is invalid.']},
    },
  }),
  ...breaking('store.users.own-external-id-is-accepted', {
    'an update with external_id is refused': around(
      UPDATE,
      (next) => (view, input) =>
        'external_id' in (input.body as object) ? taken('external_id') : next(view, input),
    ),
    'an update with a new email is refused': around(
      UPDATE,
      (next) => (view, input) =>
        userIn(view, input.path)?.email === (input.body as {email: string}).email
          ? next(view, input)
          : taken('external_id'),
    ),
  }),
];
