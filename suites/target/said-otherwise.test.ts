import {expect, it} from 'vitest';
import {saidOtherwise} from './said-otherwise.ts';
import {textBeside, toolResult} from './tool-results.ts';

const ROW = {id: 'p1', size: 5, title: 'One', created_at: '2026-01-01T00:00:00Z'};

it.each([
  ['another number', {left: 5}, {left: 6}, '/left: 6 for 5'],
  ['another id in a row', {data: [ROW]}, {data: [{...ROW, size: 6}]}, '/data/0/size: 6 for 5'],
  ['another id', {id: 'p1'}, {id: 'p2'}, '/id: "p2" for "p1"'],
  ['less of it', {data: [ROW, {...ROW, id: 'p2'}], left: 5}, {data: [ROW]}, undefined],
  ['other forms', ROW, {...ROW, size: '5 B', title: 'On…', created_at: '1 January'}, undefined],
  ['null in the place of a value', {left: 5}, {left: null}, undefined],
  ['other names', {left: 5}, {remaining: 6}, undefined],
])('of a text with %s is said', (_what, structured, text, said) => {
  expect(saidOtherwise(structured, text)).toBe(said);
});

it.each([
  ['{"left": 6}', {left: 6}],
  ['{"left": 6', undefined],
  ['5 left: {"left": 6}', undefined],
  ['five left', undefined],
])('the text %s beside structured content is compared if it is JSON', (text, json) => {
  const content = [{type: 'text', text}];
  expect(textBeside(toolResult({structuredContent: {left: 5}, content}))).toEqual(json);
  expect(textBeside(toolResult({content}))).toBeUndefined();
});
