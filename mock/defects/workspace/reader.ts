import type {Defect, Seam} from '../../defect.ts';
import type {View} from '../../operation.ts';
import {renderMirror, type MirrorRow} from '../../workspace/reader/rows.ts';
import {afterwards, breaking} from '../breaking.ts';

interface Told {
  configured: boolean;
  mirrors: unknown[];
}

/** The mirrors, told otherwise. */
const told = (change: (told: Told, view: View) => object): Seam =>
  afterwards(['getPublicationReader'], (done, view) => ({
    ...done,
    body: {...(done.body as Told), ...change(done.body as Told, view)},
  }));

/** Every row with more members. */
const rows = (more: object): Seam =>
  told(({mirrors}) => ({
    mirrors: mirrors.map((row) => ({...(row as {value: object}).value, ...more})),
  }));

const nothing = {conversionStatus: 'none', pushing: false, lastError: null};

export const reader: Defect[] = [
  ...breaking('workspace.reader.mirrors-differ', {
    'the original has two': {
      seam: 'member',
      situation: 'mirrors',
      pointer: '/mirrors/1/mirror',
      edit: {set: 'original'},
    },
    'the modified has two': {
      seam: 'member',
      situation: 'mirrors',
      pointer: '/mirrors/0/mirror',
      edit: {set: 'modified'},
    },
  }),
  ...breaking('workspace.reader.never-pushed-has-none', {
    'the original stands there without a push': told(({mirrors}) => ({
      mirrors: mirrors.length
        ? mirrors
        : [renderMirror({...nothing, mirror: 'original'} as MirrorRow)],
    })),
    "another publication's stand there": told(({mirrors}, view) => ({
      mirrors: mirrors.length
        ? mirrors
        : view.newest<MirrorRow>('mirrors', {limit: 2}).map(renderMirror),
    })),
  }),
  ...breaking('workspace.reader.no-store-url', {
    'a row has it': rows({url: 'https://store.example/books/9'}),
    'a row has it without a scheme': rows({links: {cover: '//store.example/covers/9.jpg'}}),
    'the answer has it beside the rows': told(() => ({store_url: 'http://store.example'})),
  }),
];
