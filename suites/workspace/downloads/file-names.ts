import * as fc from 'fast-check';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import type {AnyProperty, Judgement} from '../../check.ts';
import {all, is, memberIs} from '../../judge.ts';
import {propertiesOf} from '../../property.ts';
import {text, type Handle, type Script} from '../../script.ts';
import {HARD_TEXTS, type HardText} from '../../values/hard-texts.ts';
import type {Values} from '../../values/values.ts';
import {BY_TOOL, sameAs} from '../mcp/by-tool.ts';
import {sameAsListed} from '../publications/same-as-listed.ts';
import {readWhenShown, registrationOf, reservationOf} from '../publishing.ts';

/** One of some texts of the dictionary, or none. */
const someText = (...texts: HardText[]): Values<string> => ({
  plain: '',
  classes: Object.fromEntries(texts.map((name) => [name, fc.constant(`${HARD_TEXTS[name]} `)])),
});

/** What stands before the name of the good file: a text of each kind. */
const TEXTS = {
  script: someText('accents', 'sharp s', 'cyrillic', 'chinese', 'right to left'),
  sign: someText('apostrophe', 'ampersand', 'percent sign', 'plus', 'commas and semicolons'),
  form: someText('emoji', 'combining marks', 'curly quotes', 'thai', 'two blanks'),
  figure: someText('dots', 'leading zeros', 'a date', 'lower and upper case', 'a decimal'),
};

/** What stands in the place of the name of the good file, whose ending stays. */
const stem: Values<string> = {
  plain: '',
  classes: {
    'leading zeros': fc.constant('007'),
    'a large number': fc.constant(HARD_TEXTS['a large number']),
    'a word of its own meaning': fc.constantFrom('null', 'true', 'undefined', 'NaN'),
    'a number with an exponent': fc.constant('1e3'),
  },
};

/** Publications of a file whose name was drawn, by the name of their steps. */
const FILES = ['first', 'second', 'third'] as const;
type Name = (typeof FILES)[number];

/** Records a publication of the good file under another name, and returns its registration. */
function publishNamed(s: Script, name: Val): {sent: Handle; registration: Handle} {
  const named = {original_filename: name};
  const body = {...reservationOf(s), ...named};
  const reservation = s.call('createUpload', {body, expects: 'reserved'});
  const sent = s.upload(reservation, {expects: 'stored'});
  const registration = s.call('createPublication', {
    body: {...registrationOf(s, reservation), ...named},
    expects: 'registered',
  });
  return {sent, registration};
}

/**
 * Every publication whose name was drawn is read as it is listed, either before the reads or after
 * them: a title may come later (NS-WS-09).
 */
const readAsListed = (lists: Exchange[], seen: Record<`${Name} read`, Exchange>): Judgement =>
  all(
    ...FILES.map((name) => () => {
      const read = seen[`${name} read`];
      const [before = all(), after = before] = lists.map((list) =>
        sameAsListed([list], read.body.id, read),
      );
      return after.violations.length ? before : after;
    }),
  );

/**
 * A file comes through reservation, upload, registration and download, whatever its name; and every
 * representation of its publication is the same: read alone, in the list, and by a tool.
 */
export const fileNamesComeThrough: AnyProperty[] = propertiesOf(
  {
    scene: 'workspace: files of any name',
    place: 'files of any name',
    onShared: 1,
    forAll: {
      ...TEXTS,
      otherScript: TEXTS.script,
      otherSign: TEXTS.sign,
      otherForm: TEXTS.form,
      otherFigure: TEXTS.figure,
      stem,
    },
    act: (s, {script, sign, form, figure, stem: whole, ...other}) => {
      const good = s.sample('good', '/filename');
      const {sent, registration} = publishNamed(s, text(script, sign, form, figure, good));
      const {otherScript, otherSign, otherForm, otherFigure} = other;
      const second = publishNamed(s, text(otherForm, otherFigure, otherScript, otherSign, good));
      const third = publishNamed(
        s,
        whole === '' || !s.offers('control:advance') ? good : {...good, stem: whole},
      );
      const page = {until: {rows: '/data', at: '/id', has: third.registration.at('/id')}};
      const list = s.call('listPublications', {...page, expects: 'page'});
      const reads = {
        'first read': readWhenShown(s, registration),
        'second read': readWhenShown(s, second.registration),
        'third read': readWhenShown(s, third.registration),
      };
      const path = {publication: third.registration.at('/id')};
      const thirdByTool = s.call('getPublication', {path, ...BY_TOOL});
      const thirdAfter = s.call('getPublication', {path});
      const listByTool = s.call('listPublications', BY_TOOL);
      const listAfter = s.call('listPublications', {expects: 'page'});
      const working = s.call('getCurrentPublicationFile', {
        path: {publication: registration.at('/id')},
        until: {other: 404},
        expects: 'current',
      });
      const link = s.call('downloadFile', {path: {file: working.at('/id')}, expects: 'redirect'});
      const bytes = s.download(link.at('header:location'));
      return {sent, bytes, list, listByTool, listAfter, thirdByTool, thirdAfter, ...reads};
    },
  },
  {
    'workspace.downloads.link-brings-the-bytes': ({sent, bytes}) =>
      all(is(bytes, 'fetched', 'no-bytes'), () =>
        all(
          memberIs(bytes, '/size', sent.requestBody.size, 'another-size'),
          memberIs(bytes, '/sha256', sent.requestBody.sha256, 'other-bytes'),
        ),
      ),
    'workspace.publications.listed-is-readable': ({list, listAfter, ...seen}) =>
      readAsListed([list, listAfter], seen),
    'workspace.mcp.tool-answers-as-the-operation': (seen) =>
      all(
        sameAs(seen.listByTool, seen.list, seen.listAfter, 'page'),
        sameAs(seen.thirdByTool, seen['third read'], seen.thirdAfter, 'publication'),
      ),
  },
);
