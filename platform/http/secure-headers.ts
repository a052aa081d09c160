import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** Pages with a checkout: the landing page, and the account page with the renewal. */
const CHECKOUT_PAGES: ReadonlySet<string> = new Set(['/', '/profile']);

/** The payment provider's hosts, as its checkout uses them: the script loads another one that detects fraud. */
const PROVIDER = {
  scripts: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
  frames: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
  calls: ['https://api.razorpay.com', 'https://lumberjack.razorpay.com'],
};

/**
 * Sends a strict Content-Security-Policy and headers against sniffing and framing with every answer. Uses one hook
 * instead of `@fastify/helmet`, which builds the policy again for each request (docs/decisions.md).
 *
 * @param providerCheckout whether pages with a checkout may load the payment provider's script
 */
export function secureHeaders(app: FastifyInstance, { providerCheckout = false } = {}): void {
  const setHeaders = headers({ scripts: [], frames: [], calls: [] });
  const setCheckoutHeaders = providerCheckout ? headers(PROVIDER) : setHeaders;
  app.addHook('onRequest', (request, reply, done) => {
    const [path = ''] = request.url.split('?', 1);
    const set = CHECKOUT_PAGES.has(path) ? setCheckoutHeaders : setHeaders;
    set(request.raw, reply.raw, () => done());
  });
}

function headers({ scripts, frames, calls }: typeof PROVIDER) {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scripts],
        ...(frames.length > 0 && { frameSrc: frames }),
        // Popovers are positioned by a style attribute.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", 'ws:', 'wss:', ...calls],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: false,
    originAgentCluster: false,
    // TLS ends at a proxy in front of this server; only the proxy knows whether its host may require TLS.
    strictTransportSecurity: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
}
