import * as fc from 'fast-check';
import type {Exchange} from '../../../spec/exchange.ts';
import type {AnyProperty, Judgement} from '../../language/check.ts';
import {all, expectOutcome, expectMember, nothing} from '../../language/judge.ts';
import {propertiesOf} from '../../language/property.ts';
import {text} from '../../language/sent-values.ts';
import {HARD_TEXTS, type HardText} from '../../values/hard-texts.ts';
import type {ValueClasses} from '../../values/values.ts';
import {BY_TOOL, expectSameAs} from '../mcp/by-tool.ts';
import {expectSameAsListed} from '../publications/same-as-listed.ts';
import {listUntilShown, readWhenShown, publishNamed} from '../publishing.ts';

/** One of the given texts of the dictionary, or none. */
const someText = (...texts: HardText[]): ValueClasses<string> => ({
  plain: '',
  classes: Object.fromEntries(texts.map((name) => [name, fc.constant(`${HARD_TEXTS[name]} `)])),
});

/** Prefixes for the name of the good file: one text of each kind. */
const TEXTS = {
  script: someText('accents', 'sharp s', 'cyrillic', 'chinese', 'right to left'),
  sign: someText('apostrophe', 'ampersand', 'percent sign', 'plus', 'commas and semicolons'),
  form: someText('emoji', 'combining marks', 'curly quotes', 'thai', 'two blanks'),
  figure: someText('dots', 'leading zeros', 'a date', 'lower and upper case', 'a decimal'),
};

/** Replaces the name of the good file, except its extension. */
const stem: ValueClasses<string> = {
  plain: 'good',
  classes: {
    'leading zeros': fc.constant('007'),
    'a large number': fc.constant(HARD_TEXTS['a large number']),
    'a word of its own meaning': fc.constantFrom('null', 'true', 'undefined', 'NaN'),
    'a number with an exponent': fc.constant('1e3'),
  },
};

/**
 * A publication with a generated name is shown by a read as in the list, either before or after the
 * read: a title may come later (NS-WS-09).
 */
function expectReadAsListed(lists: Exchange[], read: Exchange): Judgement {
  const [before = nothing(), after = before] = lists.map((list) =>
    expectSameAsListed([list], read.body.id, read),
  );
  return after.violations.length ? before : after;
}

/**
 * Reservation, upload, registration and download work for any file name, and every representation
 * of the publication is the same: read, list and tool.
 */
const namesWithTexts: AnyProperty[] = propertiesOf(
  {
    scene: 'workspace: files of any name',
    place: 'files of any name',
    maxDrawsOnShared: 1,
    forAll: {
      ...TEXTS,
      otherScript: TEXTS.script,
      otherSign: TEXTS.sign,
      otherForm: TEXTS.form,
      otherFigure: TEXTS.figure,
    },
    act: (s, {script, sign, form, figure, ...other}) => {
      const good = s.sample('good', '/filename');
      const {sent, registration} = publishNamed(s, text(script, sign, form, figure, good));
      const {otherScript, otherSign, otherForm, otherFigure} = other;
      const second = publishNamed(s, text(otherForm, otherFigure, otherScript, otherSign, good));
      const list = listUntilShown(s, second.registration);
      const firstRead = readWhenShown(s, registration);
      const secondRead = readWhenShown(s, second.registration);
      const path = {publication: second.registration.at('/id')};
      const secondByTool = s.call('getPublication', {path, ...BY_TOOL});
      const secondAfter = s.call('getPublication', {path});
      const listByTool = s.call('listPublications', BY_TOOL);
      const listAfter = s.call('listPublications', {expects: 'page'});
      const working = s.call('getCurrentPublicationFile', {
        path: {publication: registration.at('/id')},
        until: {other: 404},
        expects: 'current',
      });
      const link = s.call('downloadFile', {path: {file: working.at('/id')}, expects: 'redirect'});
      return {
        sent,
        list,
        listByTool,
        listAfter,
        secondByTool,
        secondAfter,
        firstRead,
        secondRead,
        bytes: s.download(link.at('header:location')),
      };
    },
  },
  {
    'workspace.downloads.link-brings-the-bytes': ({sent, bytes}) =>
      all(expectOutcome(bytes, 'fetched', 'no-bytes'), () =>
        all(
          expectMember(bytes, '/size', sent.requestBody.size, 'another-size'),
          expectMember(bytes, '/sha256', sent.requestBody.sha256, 'other-bytes'),
        ),
      ),
    'workspace.publications.listed-is-readable': ({list, listAfter, firstRead, secondRead}) =>
      all(
        expectReadAsListed([list, listAfter], firstRead),
        expectReadAsListed([list, listAfter], secondRead),
      ),
    'workspace.mcp.tool-answers-as-the-operation': (seen) =>
      all(
        expectSameAs(seen.listByTool, seen.list, seen.listAfter, 'page'),
        expectSameAs(seen.secondByTool, seen.secondRead, seen.secondAfter, 'publication'),
      ),
  },
);

/** A file with a completely generated name: only the extension is that of the good file. */
const wholeNames: AnyProperty[] = propertiesOf(
  {
    scene: 'workspace: files of any whole name',
    place: 'files of any whole name',
    maxDrawsOnShared: 0,
    forAll: {stem},
    act: (s, {stem: whole}) => {
      const {registration} = publishNamed(s, {...s.sample('good', '/filename'), stem: whole});
      const path = {publication: registration.at('/id')};
      const list = listUntilShown(s, registration);
      const read = readWhenShown(s, registration);
      const byTool = s.call('getPublication', {path, ...BY_TOOL});
      const after = s.call('getPublication', {path});
      const listAfter = s.call('listPublications', {expects: 'page'});
      return {list, read, byTool, after, listAfter};
    },
  },
  {
    'workspace.publications.listed-is-readable': ({list, listAfter, read}) =>
      expectReadAsListed([list, listAfter], read),
    'workspace.mcp.tool-answers-as-the-operation': ({read, byTool, after}) =>
      expectSameAs(byTool, read, after, 'publication'),
  },
);

/** File names of all kinds work. */
export const fileNamesComeThrough: AnyProperty[] = [...namesWithTexts, ...wholeNames];
