/** The texts of the registration before a purchase, in English. */
export const registrationTexts = {
  title: 'Complete Your Registration',
  subtitle: 'Enter your details to proceed with payment',
  fullName: 'Full Name',
  username: 'Username',
  usernameHint: 'Your unique identifier for login',
  email: 'Email Address',
  emailHint: 'Payment receipt and subscription details will be sent here',
  summary: 'Order Summary',
  plan: 'Plan',
  description: 'Description',
  price: 'Price',
  cycle: 'Billing Cycle',
  method: 'Payment Method',
  provider: 'Razorpay',
  total: 'Total',
  submit: 'Proceed to Payment',
  busy: 'Processing...',
  secured: 'Your payment is secured with 256-bit SSL encryption.',
  next: {
    title: 'Set your password',
    text: (email: string) =>
      `We have sent a mail to ${email} with a link to set your password. It works for 3 days. The receipt is in a second mail.`,
    test: 'Test mode without a mail server: the mails are files in the folder data/outbox of the server.',
  },
};
