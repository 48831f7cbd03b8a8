/** Every test runs with these, not with what the operator has set in wrangler.toml. */
export const TEST_SETTINGS: Record<string, string> = {
  PRODUCT_NAME: 'Brinde',
  PLACE: 'enam',
  PUBLIC_URL: '',
  OTHER_HOSTS: '',
  RAISED_LIMITS: '',
  LOGIN_TRIES_PER_NETWORK: '30',
  OPERATOR_NAME: '',
  OPERATOR_CNPJ: '',
  OPERATOR_CONTACT: '',
  PRIVACY_CONTACT: '',
  LOCAL_PUSH_SERVICE: '',
  SECURITY_CONTACT: '',
}
