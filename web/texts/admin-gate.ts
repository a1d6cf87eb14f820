export const ADMIN_GATE = {
  title: 'Admin',
  intro: 'Voor medewerkers. Log in met het wachtwoord van het callcenter.',
  password: 'Wachtwoord',
  login: 'Login',
  loggingIn: 'login...',
  empty: 'Vul het wachtwoord in.',
  error: 'Error',
  wrongPassword: 'Dit wachtwoord klopt niet. Controleer hoofdletters en probeer het opnieuw.',
  expired: 'Uw sessie is beëindigd. Log opnieuw in: u komt terug waar u was, en wat u typte is bewaard.',
  idle: 'U bent uitgelogd omdat u twaalf uur niets heeft gedaan. Wat u typte en niet vastlegde, is gewist.',
  insecure: 'Inloggen kan alleen over een beveiligde verbinding (https).',
} as const;
