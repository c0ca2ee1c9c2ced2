/** A process that certifies independent servers: one trial after the other, as messages bring them. */
import {loadSpecifications} from '../../spec/specification.ts';
import {Certifier, type Certification, type Trial} from './certification.ts';

/** What a worker sends for a trial. */
export type Outcome = {certifications: Certification[]} | {problem: string};

const certifier = new Certifier(loadSpecifications());

process.on('message', (trial: Trial) => {
  void outcomeOf(trial).then((outcome) => process.send?.(outcome));
});

// Whoever asked is gone: nobody reads what would come.
process.on('disconnect', () => process.exit());

async function outcomeOf(trial: Trial): Promise<Outcome> {
  try {
    return {certifications: await certifier.certify(trial)};
  } catch (error) {
    return {problem: error instanceof Error ? (error.stack ?? error.message) : String(error)};
  }
}
