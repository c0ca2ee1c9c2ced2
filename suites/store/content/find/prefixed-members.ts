import {check, type Check} from '../../../language/check.ts';
import {all, expectThat} from '../../../language/judge.ts';
import type {IssueRow} from '../../issue-rows.ts';
import {findIssues, upload} from '../../issuing.ts';
import {expectListed} from '../shown.ts';

/** The subjects of the members with the prefix; the document does not show their full names. */
const ABOUT: Readonly<Record<string, RegExp>> = {
  license: /licen[cs]e/,
  withdrawn: /withdr/,
  free: /free/,
  preview: /preview/,
  timestamps: /time|date|_at$|created/,
};

const hasMemberAbout = (row: IssueRow, about: RegExp): boolean =>
  Object.keys(row).some((name) => name.startsWith('ti_') && about.test(name));

/** List items have "fields prefixed `ti_`" (Resources / Content issue). */
export const prefixedMembers: Check = check({
  rule: 'store.content.list-item-has-prefixed-members',
  act: (s) => {
    const {created, body} = upload(s);
    return {created, list: findIssues(s, body.name)};
  },
  judge: ({created, list}) =>
    expectListed(list, created, 'not in the list', (row) =>
      all(
        ...Object.entries(ABOUT).map(([what, about]) =>
          expectThat(hasMemberAbout(row, about), {
            branch: `none for ${what}`,
            expected: `a member of the row with the prefix ti_ for ${what}`,
            got: 'none',
            at: list,
          }),
        ),
      ),
    ),
});
