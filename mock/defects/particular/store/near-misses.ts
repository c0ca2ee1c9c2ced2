import type {Seam} from '../../../defect.ts';
import {receiving, seeing} from '../../breaking.ts';
import {CREATE, UPDATE} from '../../store/users/changed-users.ts';
import type {User} from '../../../store/users/user.ts';
import {particular, type ParticularDefect} from '../particular.ts';
import {bodyOf, userOf} from './altered-users.ts';
import {together, unchecked} from '../../families/seams.ts';

/** Accepts a member with a format if it matches a pattern. */
const takenAs = (member: string, pattern: string): Seam =>
  together(
    ...['createUser', 'updateUser'].flatMap((operation): Seam[] => [
      unchecked(operation, `/${member}`, 'format'),
      unchecked(operation, `/${member}`, 'pattern', pattern),
    ]),
  );

/** Accepts an external_id in an update if it resembles the current one. */
const alike = (read: (id: string) => string): Seam =>
  receiving(UPDATE, (input, view) => {
    const user = userOf(view, input);
    const body = bodyOf(input);
    const isAlike =
      user?.external_id !== null &&
      user?.external_id !== undefined &&
      read(user.external_id) === read(String(body.external_id));
    return isAlike ? {body: {...body, external_id: user.external_id}} : {};
  });

/** Defects of values that resemble valid ones and are accepted (Endpoints / Users; Errors). */
export const nearMisses: ParticularDefect[] = [
  ...particular('ids', 'store.users.external-id-cannot-change', {
    'an external_id of digits is compared as a number': [
      'An update takes 42.0 for the external_id 42, and 7 for 07.',
      alike((id) => (/^[\d.e]+$/.test(id) ? String(Number(id)) : id)),
    ],
    'accents of an external_id are not compared': [
      'An update takes an external_id without its accents for the present one.',
      alike((id) => id.normalize('NFD').replaceAll(/\p{M}/gu, '')),
    ],
    'capitals of an external_id are not compared': [
      'An update takes an external_id in other letters, small or capital, for the present one.',
      alike((id) => id.toLowerCase()),
    ],
  }),
  ...particular('refusals', 'store.users.email-must-be-valid', {
    'an email with two at signs is taken': [
      'A create and an update take an email with two at signs.',
      takenAs('email', '^[^@\\s]+@([^@\\s]+@)?([^@\\s.]+\\.)+[^@\\s.]+$'),
    ],
    'two dots in the host of an email are taken': [
      'A create and an update take an email whose host has two dots side by side.',
      takenAs('email', '^[^@\\s]+@[^@\\s,>]+\\.[^@\\s.,>]+$'),
    ],
  }),
  ...particular('refusals', 'store.users.plan-end-is-a-date', {
    'a day with a time is taken': [
      'The end of a plan may be a day with a time behind it.',
      takenAs('new_plan_custom_valid_to', '^\\d{4}-(0[1-9]|1[0-2])-([0-2]\\d|30)(T.*)?$'),
    ],
    'a day of one figure is taken': [
      'The end of a plan may have a month and a day of one figure.',
      takenAs('new_plan_custom_valid_to', '^\\d{4}-(0?[1-9]|1[0-2])-([0-2]?\\d|30)$'),
    ],
  }),
  ...particular('states', 'store.users.external-id-is-unique', {
    'the external_id of a deactivated user is free': [
      'A create takes the external_id of a deactivated user, who can come back with it.',
      seeing(CREATE, (view) => ({
        all: <R>(table: string, index: string, value: string) => {
          const users = view.all<User>(table, index, value);
          const isGone = ({state}: User): boolean => state === 'deactivated';
          return (index === 'external_id' ? users.filter((one) => !isGone(one)) : users) as R[];
        },
        by: <R>(table: string, index: string, value: string) => {
          const user = view.by<User>(table, index, value);
          const isGone = index === 'external_id' && user?.state === 'deactivated';
          return (isGone ? undefined : user) as R | undefined;
        },
      })),
    ],
  }),
];
