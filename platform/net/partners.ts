import type { Config } from '../config/config.ts';
import { openSecrets, type Secrets } from '../secrets/secrets.ts';
import type { Stopper } from '../shutdown/stop.ts';
import { openSender } from './open-sender.ts';
import { addressGuard } from './public-address.ts';
import type { Sender } from './send.ts';

/** Dependencies for calls to partners: their secrets, and a sender for public addresses only. */
export type Partners = {
  secrets: Secrets;
  sender: Sender;
  /** Whether requests to an address are allowed: it is public, or in POSTBACK_ALLOW. */
  admits: (address: string) => boolean;
};

/** Opens the sender; the stopper closes its connections. */
export function openPartners({ postbackAllow, secretKey }: Config, { onStop }: Stopper): Partners {
  const sender = openSender({ allow: postbackAllow });
  onStop('connections to partners', sender.close);
  return { secrets: openSecrets(secretKey), sender, admits: addressGuard(postbackAllow) };
}
