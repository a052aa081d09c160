/** Every text of failed calls, in English. A translation is another object of this type. */
export const apiTexts = {
  failed: 'An error occurred',
  signedOut: 'You were signed out before this was sent.',
  unreachable: {
    network: 'The server could not be reached. Check your connection and try again.',
    timeout: 'The server took too long to answer. Please try again.',
    incomplete: 'The answer did not arrive completely. Please try again.',
  },
  signIn: {
    failed: 'Login failed. Please try again.',
    wrongPassword: 'Invalid email or password. Please check your credentials.',
    tooManyAttempts: 'Too many login attempts. Please try again later.',
    serverFailed: 'Server error. Please try again later.',
  },
};
