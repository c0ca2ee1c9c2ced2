import {Document, isScalar, visit} from 'yaml';
import {defined} from '../../spec/defined.ts';
import type {Contract} from '../../spec/contract.ts';
import type {Command} from '../../spec/relation.ts';
import type {Api} from '../../spec/rule.ts';
import type {PlaceVerdict} from '../../spec/run-record.ts';
import type {Step, Val} from '../../spec/step.ts';
import type {Check} from '../check.ts';
import {prepare} from './prepare.ts';

/** A replayable sequence: symbolic, in canonical names, without generator, seed or fixed id. */
export interface Fixture {
  fixture: string;
  /**
   * The rule that the sequence is about, if any. With the handles its judge decides a replay.
   */
  rule?: string;
  place?: string;
  /** The names by which the judge reads responses, and the steps that bring them. */
  handles?: Record<string, string[]>;
  /** Of a model: the commands that the steps are; the handle `c3` is the response to command 3. */
  sequence?: Command[];
  /** Of a property: the values with which its judge decides. */
  draw?: Record<string, Val>;
  /** The classes of these values, which coverage counts. */
  classes?: Record<string, string>;
  steps: Step[];
}

/** The fixture of a failure: the steps that were sent. @throws Error without evidence */
export function fixtureOf(rule: string, {place, evidence}: PlaceVerdict): Fixture {
  const {handles, sequence, draw, steps} = defined(evidence, `the evidence of ${rule} ${place}`);
  return {
    fixture: `${rule} ${place}`,
    rule,
    place,
    handles,
    ...(sequence && {sequence}),
    ...(draw && {draw}),
    steps,
  };
}

/** The fixture of a check: its steps as they are recorded for a target that offers everything. */
export function recorded(check: Check, contracts: Record<Api, Contract>): Fixture {
  const {given, act, handles} = prepare(check.scene, {lacks: () => undefined}, contracts);
  return {
    fixture: check.place === '*' ? check.rule : `${check.rule} ${check.place}`,
    rule: check.rule,
    ...(check.place !== '*' && {place: check.place}),
    handles: Object.fromEntries(
      Object.entries(handles).map(([name, handle]) => [name, [handle.id]]),
    ),
    ...(check.sequence && {sequence: check.sequence.commands}),
    ...(check.draw && {draw: check.draw.values}),
    steps: [...given, ...act],
  };
}

const REFERENCES = ['$from', '$sample', '$fresh'];

/**
 * A fixture as YAML: every value stands where it is used, references and lists of names on one
 * line.
 */
export function fixtureText(fixture: Fixture): string {
  const document = new Document(fixture, {aliasDuplicateObjects: false});
  visit(document, {
    Map: (_, map) => {
      map.flow = REFERENCES.some((name) => map.has(name));
    },
    Seq: (_, list) => {
      list.flow = list.items.every(isScalar);
    },
  });
  return document.toString({lineWidth: 120, flowCollectionPadding: false});
}
