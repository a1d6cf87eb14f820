export const HELP = {
  title: 'Hulp nodig?',
  text: 'Bel ons gerust. Wat u invulde, blijft staan; met dezelfde link kunt u later verder.',
  call: 'Vragen? Bel ons:',
} as const;
