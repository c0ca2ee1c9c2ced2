import {Document, isScalar, visit} from 'yaml';
import type {Contract} from '../../spec/contract.ts';
import type {Command} from '../../spec/relation.ts';
import type {Api} from '../../spec/rule.ts';
import type {PlaceVerdict} from '../../spec/run-record.ts';
import type {Step} from '../../spec/step.ts';
import type {Check} from '../check.ts';
import {prepare} from './prepare.ts';

/** A replayable sequence: symbolic, in canonical names, without generator, seed or fixed id. */
export interface Fixture {
  fixture: string;
  /**
   * The rule that the sequence is about, if any; with its handles a replay asks the rule's judge.
   */
  rule?: string;
  place?: string;
  /** What the judge calls the answers, and the steps that bring them. */
  handles?: Record<string, string[]>;
  /** Of a model: the commands that the steps are; the answer to command 3 is the handle `c3`. */
  sequence?: Command[];
  steps: Step[];
}

/** The fixture of a failure: what was sent, as script. */
export const fixtureOf = (rule: string, place: PlaceVerdict): Fixture => ({
  fixture: `${rule} ${place.place}`,
  rule,
  place: place.place,
  handles: place.evidence!.handles,
  ...(place.evidence!.sequence && {sequence: place.evidence!.sequence}),
  steps: place.evidence!.steps,
});

/** The fixture of a check: its script as it is recorded for a target that offers everything. */
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
    steps: [...given, ...act],
  };
}

/**
 * A fixture as YAML: every value stands where it is used, references and lists of names on one
 * line.
 */
export function fixtureText(fixture: Fixture): string {
  const document = new Document(fixture, {aliasDuplicateObjects: false});
  visit(document, {
    Map: (_, map) => void (map.flow = ['$from', '$sample', '$fresh'].some((name) => map.has(name))),
    Seq: (_, list) => void (list.flow = list.items.every(isScalar)),
  });
  return document.toString({lineWidth: 120, flowCollectionPadding: false});
}
