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
 * Costs in microseconds of CPU on a core of the machine of bench/README.md. After another measurement, change the figure
 * here.
 */
export const costs = {
  /** Measured, `bench -- cost`: a partner's lead, from its POST until all read models have it. */
  leadNode: 315,
  leadPostgres: 198,
  /** Estimated: an event on an existing lead, as a lead without its search text and indexes. */
  eventNode: 260,
  eventPostgres: 140,
  /** Estimated from the rate of `bench -- postbacks`: a delivery with its log, and the reaction to its event. */
  deliveryNode: 320,
  deliveryPostgres: 240,
  /** `bench -- reads`, the average, and a third more for tenants of hundreds of thousands of leads (`bench -- list`), estimated. */
  readNode: 2_000,
  readPostgres: 1_100,
  /** Estimated: one hint to one socket. */
  hintNode: 20,
};

/**
 * Sizes in bytes, indexes included. Measured in the database of 20,000 demo leads with 57,000 later events, but for
 * `deliveryLog` and `walPerEvent`, which are estimated.
 */
export const sizes = {
  leadEvent: 1_960,
  /** With its rows in the comments and in the work of operators. */
  laterEvent: 1_130,
  leadRows: 2_400,
  /** With its words and its part of the hash chain. */
  auditRow: 770,
  deliveryLog: 1_500,
  /** `bench -- cost`: WAL per lead, for the disk's write rate and backups. */
  walPerLead: 7_810,
  walPerEvent: 3_500,
};

/** Limits of one process, from README ("Several processes") and bench/README.md. */
export const processes = {
  connections: { commands: 35, projections: 45, workers: 68 },
  memoryMb: { commands: 350, projections: 500, workers: 350 },
  /** Sockets of one projections process. */
  sockets: 5_000,
};
