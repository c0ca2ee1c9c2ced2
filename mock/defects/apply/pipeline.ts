import type {Defect} from '../../defect.ts';
import {pipelineOf, type Pipeline, type PipelineParts} from '../../http/pipeline.ts';
import {documentedSchemas, RequestSchemas} from '../../http/request-schemas.ts';
import type {ServedOperation} from '../../http/served-operation.ts';
import type {Transition} from '../../operation.ts';
import {authenticateWith} from './authenticate.ts';
import {authorizeWith} from './authorize.ts';
import {commitWith} from './commit.ts';
import {limitsWith} from './limits.ts';
import {defectiveOperation} from './operations.ts';
import {readWith} from './read.ts';
import {refuseWith} from './refuse.ts';
import {RefusedWork} from './refused-work.ts';
import {respondWith} from './respond.ts';
import {routeWith} from './route.ts';
import {schemasWith} from './schemas.ts';
import {ofSeam} from './select.ts';
import {StaleTables} from './stale.ts';
import {Turns} from './turns.ts';
import {viewWith} from './view.ts';

/** The pipeline of one world, with each step changed according to the defects of the world. */
export function defectivePipeline(plain: PipelineParts, defects: readonly Defect[]): Pipeline {
  const {api} = plain;
  const operations = new Map<string, ServedOperation>();
  const unguarded = new Map<string, Transition>();
  for (const [id, operation] of plain.operations) {
    const defective = defectiveOperation(defects, id, operation.transition);
    operations.set(id, {...operation, transition: defective.transition});
    unguarded.set(id, defective.unguarded);
  }
  const stale = new StaleTables(defects, plain.ports);
  const turns = new Turns();
  const work = new RefusedWork(defects, api.credentials, unguarded);
  const parts: PipelineParts = {
    ...plain,
    operations,
    schemas: schemasOf(plain, defects),
    limits: limitsWith(defects, plain.limits, plain.ports),
    view: viewWith(defects, stale, plain.view),
  };
  const pipeline = pipelineOf(parts);
  return {
    ...pipeline,
    route: routeWith(defects, pipeline.route),
    authenticate: authenticateWith(defects, api, pipeline.authenticate),
    authorize: authorizeWith(defects, pipeline.authorize),
    read: readWith(defects, pipeline.read),
    perform: stale.around(pipeline.perform),
    commit: commitWith(defects, pipeline.commit),
    refuse: refuseWith(defects, {...parts, work, turns}),
    respond: respondWith(defects, turns, pipeline.respond),
  };
}

/** Schemas are compiled again only if a defect changes them. */
function schemasOf({api, schemas}: PipelineParts, defects: readonly Defect[]): RequestSchemas {
  if (!ofSeam(defects, 'schema').length) return schemas;
  return new RequestSchemas(schemasWith(defects, documentedSchemas(api.specification.contract)));
}
