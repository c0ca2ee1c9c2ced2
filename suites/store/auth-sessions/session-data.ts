/** What `session_data` says of the browser or the app of a session. */

import type {Exchange} from '../../../spec/exchange.ts';
import {at} from '../../../spec/json.ts';
import type {Judgement} from '../../language/check.ts';
import {nothing, undecided, expectThat, all} from '../../language/judge.ts';
import {sessionRows} from './session-rows.ts';

const BROWSER = ['browser', 'os', 'raw'];

const APP = ['app_name', 'app_version', 'os', 'os_version', 'raw'];

const DEVICES: unknown[] = ['Desktop', 'Mobile', 'Tablet'];

/** A member of `session_data` has the right value in every row of a type. */
function expectData(
  list: Exchange | Exchange[],
  type: 'web' | 'mobile',
  name: string,
  isRight: (value: unknown) => boolean,
  expected: string,
): Judgement {
  const rows = sessionRows(list).filter((row) => at(row, '/session_data/type') === type);
  if (!rows.length) return undecided(`no session of the list is ${type}`);
  const wrong = rows.filter((row) => !isRight(at(row, `/session_data/${name}`)));
  return expectThat(wrong.length === 0, {
    branch: `${type}: ${name}`,
    expected: `\`session_data.${name}\` of a ${type} session to be ${expected}`,
    got: wrong.length
      ? `another value in ${wrong.length} of ${rows.length} rows`
      : 'it in every row',
    at: [list].flat()[0],
  });
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Every row of a type has these texts in its `session_data`. */
const expectDataTexts = (
  list: Exchange | Exchange[],
  type: 'web' | 'mobile',
  names: string[],
): Judgement => all(...names.map((name) => expectData(list, type, name, isText, 'a string')));

/** Every session of a browser describes it. */
export const expectBrowserDescribed = (list: Exchange): Judgement =>
  expectDataTexts(list, 'web', BROWSER);

/** Every session of an app describes it. */
export const expectAppDescribed = (list: Exchange): Judgement =>
  expectDataTexts(list, 'mobile', APP);

/** Every session of a browser names the kind of its device. */
export const expectDevice = (...lists: Exchange[]): Judgement =>
  expectData(
    lists,
    'web',
    'device',
    (value) => DEVICES.includes(value),
    'Desktop, Mobile or Tablet',
  );

/** Whether a text is what is left of a user-agent string, or differs from it in case only. */
const isAltered = (value: unknown, userAgent: string): boolean =>
  isText(value) &&
  value.trim() !== '' &&
  value !== userAgent &&
  userAgent.toLowerCase().startsWith(value.trim().toLowerCase());

/**
 * The sessions of a browser show its user-agent string unaltered. A wholly different one is no
 * violation: what stands between the client and the store may fetch pages as itself.
 */
export const expectUnaltered = (list: Exchange, userAgent: string): Judgement =>
  sessionRows(list).length === 0
    ? nothing()
    : expectData(
        list,
        'web',
        'raw',
        (value) => !isAltered(value, userAgent),
        `the whole user-agent string: "${userAgent}"`,
      );
