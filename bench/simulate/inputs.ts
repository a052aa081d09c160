/** The simulated installation. Change these, and run `npm run simulate` again. */
export const installation = {
  tenants: 1_000,
  operators: 10_000,
  /** Leads per day of the average tenant. */
  leadsPerTenantAndDay: 300,
  /** Events of a lead after its creation: taken, called, commented, status changed, approved. */
  eventsPerLead: 6,
  /** Partners whose postbacks get an event of a lead, and the events that they get. */
  postbacksPerLead: 3,
  /** Hours of a working day in which everything happens, and how much busier the busiest minutes are than the average. */
  busyHoursPerDay: 10,
  peakFactor: 3,
  /** Share of the operators and admins whose console is open at the same time. */
  onlineShare: 0.7,
  /** Pages and refetches of one open console per minute, by reads of rows and by figures. */
  readsPerMinute: 12,
  /** Share of a core that is left free, so that answers stay quick at the peak. */
  headroom: 0.5,
  daysPerYear: 365,
};

/**
 * Measured costs, in microseconds of CPU on a core of the machine of bench/README.md, with the bench that measures each.
 * After another measurement, change the figure here.
 */
export const costs = {
  /** `bench -- cost`: a partner's lead, from its POST until all read models have it. */
  leadNode: 315,
  leadPostgres: 198,
  /** An event on an existing lead, by a user: estimated as the creation of a lead without its search text and indexes. */
  eventNode: 260,
  eventPostgres: 140,
  /** `bench -- postbacks`: a delivery with its log, and the reaction to its event. */
  deliveryNode: 320,
  deliveryPostgres: 240,
  /** `bench -- list`, `bench -- dashboards`: the average of lists, details and figures. */
  readNode: 4_000,
  readPostgres: 3_500,
  /** Of one hint to one socket: estimated from `bench -- live`. */
  hintNode: 20,
};

/** Measured sizes, in bytes, of a history of `bench -- growth`, indexes included. */
export const sizes = {
  leadEvent: 2_600,
  laterEvent: 1_100,
  leadRows: 4_200,
  auditRow: 350,
  deliveryLog: 1_500,
  /** `bench -- cost`: WAL per lead, for the disk's write rate and backups. */
  walPerLead: 7_810,
  walPerEvent: 3_500,
};

/** Limits of one process, from README ("Several processes") and bench/README.md. */
export const processes = {
  connections: { commands: 35, projections: 36, workers: 36 },
  memoryMb: { commands: 350, projections: 500, workers: 350 },
  /** Sockets of one projections process. */
  sockets: 5_000,
};
