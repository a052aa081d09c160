import { projections } from '../projections.ts';

/** The tables of all read models, also derived ones, that keep the rows of erased tenants. */
export const tablesOfErasedTenants: readonly string[] = projections
  .flatMap(({ tables }) => tables.filter(({ keepsErasedTenants }) => keepsErasedTenants))
  .flatMap(({ name, derived = [] }) => [name, ...derived.map((each) => each.name)]);
