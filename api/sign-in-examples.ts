/** Bodies of sign-ins, by the names of their schemas. */
export const signInExamples: Readonly<Record<string, unknown>> = {
  SignIn: { code: 'yG3vWq9mT2bH5kLx8nRc4A', digits: '482913' },
  SignInMail: { email: 'ada@example.com', return: '/datacontracts/orders' },
  SwitchOrganization: { organizationId: '01890a5d-ac96-774b-bcce-b302099a8057' },
};
