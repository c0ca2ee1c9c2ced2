/** Uploads of every kind of content that are answered 403 (Content, Rules; Errors). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectOutcome, notApplicable, when} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import type {Args, Handle, Script} from '../../../language/script.ts';
import {EXTENSIONS, fileOf, newBook, newIssue, send, type IssueBody} from '../../issuing.ts';
import {physicalOn} from './physical.ts';

/** The body of an upload of each kind of content: a file of each kind, and a physical book. */
const KINDS: Record<string, (s: Script) => IssueBody> = {
  'a book': (s) => newBook(s),
  ...Object.fromEntries(
    EXTENSIONS.map((extension) => [
      extension,
      (s: Script) => newIssue(s, {extension, file_url: fileOf(s, extension) satisfies Val}),
    ]),
  ),
};

/** Records an upload of each kind of content. */
const uploadEachKind = (s: Script, args: Args = {}): Record<string, Handle> =>
  Object.fromEntries(Object.entries(KINDS).map(([kind, body]) => [kind, send(s, body(s), args)]));

const named = <T>(prefix: string, handles: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(handles).map(([kind, one]) => [`${prefix} ${kind}`, one]));

/** Records uploads that are to be refused, and then the same kinds of uploads as controls. */
const uploadWithControls = (
  s: Script,
  subjects: Record<string, Handle>,
): Record<string, Handle> => ({
  ...named('subject', subjects),
  ...named('control', uploadEachKind(s)),
});

/** An upload of each kind is refused, if the store takes that kind at all. */
function expectEachKindRefused(seen: Record<string, Exchange>, situations: string[]): Judgement {
  const judged = Object.keys(KINDS).flatMap((kind) => {
    const [subject, control] = [seen[`subject ${kind}`], seen[`control ${kind}`]];
    return subject && control && isCreated(control) ? [{kind, subject}] : [];
  });
  return judged.length
    ? all(...judged.map(({kind, subject}) => expectOutcome(subject, situations, `taken: ${kind}`)))
    : notApplicable('the store takes no upload');
}

/** Whether one upload at least was refused with 403: otherwise the hook or the role has no effect. */
const isAnyForbidden = (seen: Record<string, Exchange>): boolean =>
  Object.entries(seen).some(([name, {status}]) => name.startsWith('subject ') && status === 403);

/** The checks of every kind of content. */
export const whateverIsUploaded: Check[] = [
  check({
    rule: 'store.content.feature-has-to-be-on',
    place: 'whatever is uploaded',
    onlyOnTestTargets: true,
    given: physicalOn,
    act: (s) => {
      s.control('switch-content', {role: 'admin', on: false});
      const subjects = uploadEachKind(s);
      s.control('switch-content', {role: 'admin', on: true});
      return uploadWithControls(s, subjects);
    },
    judge: (seen: Record<string, Exchange>) =>
      when(isAnyForbidden(seen), 'no upload was refused', () =>
        expectEachKindRefused(seen, ['feature-off', 'physical-off']),
      ),
  }),
  check({
    rule: 'store.content.create-needs-permission',
    place: 'whatever is uploaded',
    onlyOnTestTargets: true,
    given: physicalOn,
    act: (s) => uploadWithControls(s, uploadEachKind(s, {as: 'limited-admin'})),
    judge: (seen: Record<string, Exchange>) =>
      when(isAnyForbidden(seen), 'no upload was refused', () =>
        expectEachKindRefused(seen, ['not-permitted']),
      ),
  }),
];
