import {receiving, seeing} from '../../breaking.ts';
import {LIST} from '../../store/users/changed-users.ts';
import type {View} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import {particular, type ParticularDefect} from '../particular.ts';
import {finding} from './altered-users.ts';

/** Changes the searched text before the lookup. */
const searching = (other: (query: string) => string) =>
  receiving(LIST, ({query}) => {
    const {query: text} = query;
    return text?.includes('@') ? {query: {...query, query: other(text)}} : {};
  });

/** Users on a page of the mock. */
const PAGE = 15;

/** Defects of searches and filters of the list (Endpoints / Users). */
const filtered: ParticularDefect[] = [
  ...particular('filters', 'store.users.query-admins-lists-admins-only', {
    'who is plan admin too is missing': [
      'The list of admins lacks those who are plan admins as well.',
      finding('admin', (users) => users.filter(({plan_admin: both}) => !both)),
    ],
    'admins of one name are listed once': [
      'Of admins whose emails have the same local part only the first is listed.',
      finding('admin', (users) =>
        users.filter(({name}, at) => users.findIndex((other) => other.name === name) === at),
      ),
    ],
  }),
  ...particular('filters', 'store.users.query-deactivated-lists-deactivated-only', {
    'deactivated admins are missing': [
      'The list of the deactivated lacks those who are admins.',
      finding('gone', (users) => users.filter(({admin}) => !admin)),
    ],
    'of users who left in one second one is listed': [
      'Of users who were deactivated in the same second only the first is listed.',
      finding('gone', (users) =>
        users.filter(
          ({deleted}, at) =>
            users.findIndex((other) => secondOf(other.deleted) === secondOf(deleted)) === at,
        ),
      ),
    ],
  }),
  ...particular('filters', 'store.users.query-by-email-finds-that-user-only', {
    'an underscore stands for any character': [
      'A search for an email with an underscore finds emails with another character there too.',
      finding('email', (users, view, value) =>
        value.includes('_') ? [...users, ...similar(view, value)] : users,
      ),
    ],
    'an email that begins with admins lists the admins': [
      'A search for an email whose local part is `admins` lists all admins.',
      searching((text) => (text.startsWith('admins@') ? 'admins' : text)),
    ],
    'a plus is read as a blank': [
      'A search for an email with a plus, correctly encoded, finds nobody.',
      searching((text) => text.replaceAll('+', ' ')),
    ],
    'capitals are not found': [
      'A search for an email with capitals in its local part, as it was given, finds nobody.',
      searching((text) => text.toLowerCase()),
    ],
  }),
];

const secondOf = (at: number | null): number => Math.floor((at ?? 0) / 1000);

/** Other users whose email matches if each underscore is a wildcard for any character. */
function similar(view: View, value: string): User[] {
  const fits = (email: string): boolean =>
    email.length === value.length &&
    [...value].every((letter, at) => letter === '_' || letter === email[at]);
  return view.oldest<User>('users', {
    limit: 100,
    where: ({email}) => email !== value && fits(email),
  });
}

/** Defects of pages of the list without a filter. */
const paged: ParticularDefect[] = particular(
  'pages',
  'store.users.list-without-query-is-unfiltered',
  {
    'a last page with one user is lost': [
      'The oldest user is on no page when the last page would hold that user alone.',
      seeing(LIST, (view) => ({
        newest: <R>(table: string, page: Parameters<View['newest']>[1]) => {
          const isAlone = view.count(table) % PAGE === 1;
          return view
            .newest(table, page)
            .slice(0, isAlone ? view.count(table) - 1 : undefined) as R[];
        },
      })),
    ],
    'the first of a full second page is lost': [
      'The sixteenth user is on no page when there are thirty or more.',
      seeing(LIST, (view) => ({
        newest: <R>(table: string, page: Parameters<View['newest']>[1]) => {
          const users = view.newest(table, {...page, limit: page.limit + 1});
          const isFull = view.count(table) >= 2 * PAGE;
          return users.filter((_user, at) => !isFull || at !== PAGE).slice(0, page.limit) as R[];
        },
      })),
    ],
  },
);

/** Defects of the content of lists. */
export const filters: ParticularDefect[] = [...filtered, ...paged];
