/** The values of the fields for the leads of an operator who leaves. */
export type HandOverValues = { leads: 'hand-over' | 'unassign'; operatorIds: string[] };

export const noHandOver: HandOverValues = { leads: 'hand-over', operatorIds: [] };

/** The fields to send: operators only for a hand-over. */
export const handOverInput = ({ leads, operatorIds }: HandOverValues) =>
  leads === 'unassign' ? { leads } : { leads, operatorIds };
