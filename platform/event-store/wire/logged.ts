/** An event as the client sent it. */
export type Proposed = { id: string; type: string; json: boolean; data: Buffer; metadata: Buffer };

export type Logged = Proposed & {
  stream: string;
  revision: number;
  /** Position in the log; commit and prepare are equal, as in every append of a current server. */
  position: number;
  /** .NET ticks: 100 ns. */
  created: bigint;
};

export type Expected = 'no_stream' | 'any' | 'stream_exists' | number;
