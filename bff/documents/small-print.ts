import { euros } from '../crm/texts/moments-and-euros.ts';
import { termsOfPaying } from '../view-models/payments.ts';
import { ORDER_STEPS } from '../view-models/step-texts.ts';
import { LINE, LOOKS, type Look } from './looks.ts';
import { PDF_TEXTS } from './pdf-texts.ts';
import type { QuotePdf } from './quote-pdf.ts';
import { CONTENT_WIDTH, PAGE, type Sheet } from './sheet.ts';
import { heightOfProof, pictureIn } from './signing.ts';

/** A section with its heading, which is never left alone at the end of a page. */
function heading(sheet: Sheet, title: string, followedBy: number): void {
  sheet.y += 14;
  sheet.keep(20 + followedBy);
  sheet.text('H2', title, LOOKS.heading);
  sheet.y += 3;
}

/**
 * The parts of the payment and its terms, with the chosen or available financing; credit always comes with the warning
 * (decision F6). For a withdrawn order nothing is due.
 */
export function drawPayment(sheet: Sheet, { quote, signature, loan, payments, terms }: QuotePdf): void {
  const { offer, chosen, lender } = PDF_TEXTS.financing;
  const choice = signature
    ? signature.evidence?.payment && chosen(signature.evidence.payment)
    : quote.financing && offer(euros(quote.financing.monthlyEuros));
  const isDue = !signature?.withdrawnAt;
  const parts = isDue ? payments.map((part) => `${euros(part.euros)} ${part.when}`) : [];
  // With a loan, the lender pays the seller, and the customer pays the lender.
  const byTerms = isDue && !(signature && loan) ? termsOfPaying(terms.paragraphs) : null;
  const texts = [byTerms, choice].filter((text) => typeof text === 'string');
  if (parts.length + texts.length === 0) return;
  heading(sheet, PDF_TEXTS.payment.title, 50);
  if (parts.length > 0) sheet.list(parts, LOOKS.body, '•');
  for (const text of texts) sheet.text('P', text, LOOKS.body);
  if (!loan) return;
  sheet.text('P', loan.warning, LOOKS.strong);
  for (const line of [loan.wording, loan.example, lender(loan.licenceHolder)]) {
    if (line === null) continue;
    sheet.y += 3;
    sheet.text('P', line, LOOKS.small);
  }
}

/** In points. A longer part may be split between two pages. */
const MOST_UNSPLIT = 250;

/** The reasons on the page of an open offer. */
export function drawWhy(sheet: Sheet, { offer }: QuotePdf): void {
  if (!offer || offer.why.length === 0 || offer.declinedAt) return;
  const { why } = offer;
  heading(sheet, PDF_TEXTS.why.title, Math.min(sheet.heightOfList(why, LOOKS.body), MOST_UNSPLIT));
  sheet.list(why, LOOKS.body, '•');
}

/**
 * The same steps as on the page, in the same order. They do not say within how many days the planner calls
 * (`afterSigning.call`): a PDF is read for years, and would promise those days again. A document that is made again has
 * no steps, because those of today were not agreed.
 */
export function drawNext(sheet: Sheet, { signature, offer, steps }: QuotePdf): void {
  if (signature?.withdrawnAt || signature?.remadeAt || offer?.declinedAt) return;
  const { signed, approve, received } = PDF_TEXTS.next;
  const { title, first } = signature ? signed : approve;
  const text = signature && !signature.evidence ? received : first;
  const all = [`${ORDER_STEPS.signed.name}: ${text}`, ...steps];
  heading(sheet, title, Math.min(sheet.heightOfList(all, LOOKS.body), MOST_UNSPLIT));
  sheet.list(all, LOOKS.body, '1');
}

export function drawWithdrawal(sheet: Sheet, { seller, signature }: QuotePdf): void {
  if (signature?.withdrawnAt) return;
  heading(sheet, PDF_TEXTS.withdrawal.title, 45);
  sheet.text('P', PDF_TEXTS.withdrawal.text(seller.phone, seller.email), LOOKS.body);
}

/** The legal guarantee in our words; a maker's guarantee never replaces it. */
export function drawGuarantee(sheet: Sheet, { guarantees }: QuotePdf): void {
  const { legalGuarantee, guaranteeNotice } = guarantees;
  if (!legalGuarantee) return;
  const { title, noticeFollows } = PDF_TEXTS.guarantee;
  heading(sheet, title, 45);
  sheet.text('P', guaranteeNotice ? `${legalGuarantee} ${noticeFollows}` : legalGuarantee, LOOKS.body);
}

/**
 * The Commission's harmonised notice of the legal guarantee and the label of a maker's guarantee, on separate pages.
 * Their alternative text has the same content.
 */
export function drawGuaranteeImages(sheet: Sheet, { guarantees }: QuotePdf): void {
  const { guaranteeNotice, guaranteeLabel } = guarantees;
  const { notice, label } = PDF_TEXTS.guarantee;
  if (guaranteeNotice) drawImage(sheet, notice, guaranteeNotice);
  if (guaranteeLabel) drawImage(sheet, label, guaranteeLabel);
}

/** The largest size that fits a page: the notice is designed for A4. */
const MOST_POINTS = [CONTENT_WIDTH, PAGE.height - PAGE.top - PAGE.bottom - 40] as const;

function drawImage(sheet: Sheet, title: string, { image, text }: { image: string; text: string }): void {
  const picture = pictureIn(image);
  if (!picture) {
    heading(sheet, title, 45);
    sheet.text('P', text, LOOKS.body);
    return;
  }
  const [width, height] = picture.size;
  const scale = Math.min(MOST_POINTS[0] / width, MOST_POINTS[1] / height, 1);
  const size = [width * scale, height * scale] as const;
  heading(sheet, title, size[1]);
  sheet.figure(text, size, (x, y) => sheet.doc.image(picture.bytes, x, y, { fit: [...size] }));
}

export function drawTerms(sheet: Sheet, { terms }: QuotePdf): void {
  const { version, paragraphs } = terms;
  const clauses = paragraphs ?? [];
  const heights = clauses.map(
    ({ title, text }) => 4 + sheet.heightOf(title, LOOKS.subheading) + sheet.heightOf(text, LOOKS.small),
  );
  const whole = 15 + heights.reduce((sum, height) => sum + height, 0);
  heading(sheet, PDF_TEXTS.terms.title, whole <= MOST_UNSPLIT ? whole : 50);
  if (version === null) sheet.text('P', PDF_TEXTS.terms.unknown, LOOKS.body);
  else if (paragraphs) sheet.text('P', PDF_TEXTS.terms.version(version), LOOKS.small);
  else sheet.text('P', PDF_TEXTS.terms.earlier(version), LOOKS.body);
  for (const [index, { title, text }] of clauses.entries()) {
    // The last clause is never alone on its page.
    const [own = 0, last = 0, ...more] = heights.slice(index);
    sheet.keep(Math.min(more.length === 0 ? own + last : own, 90));
    sheet.y += 4;
    sheet.text('H3', title, LOOKS.subheading);
    sheet.text('P', text, LOOKS.small);
  }
}

const WRITING_LINE = 24;

/**
 * The model withdrawal form required by law; its use is optional. The facts of the signature follow on the same page,
 * so that they are not alone on the next.
 */
export function drawForm(sheet: Sheet, pdf: QuotePdf): void {
  const { quote, seller, signature } = pdf;
  if (signature?.withdrawnAt) return;
  const { title, when, to, declare, what, lines, strike } = PDF_TEXTS.form;
  const { name, street, zipCity, phone, email } = seller;
  const texts: readonly (readonly [string, Look])[] = [
    [when, LOOKS.body],
    [`${to}: ${[name, street, zipCity, phone, email].join(', ')}`, LOOKS.body],
    [declare, LOOKS.body],
    [what(quote.Deal_Name ?? PDF_TEXTS.nameless, quote.kenmerk), LOOKS.strong],
  ];
  const height =
    texts.reduce((sum, [text, look]) => sum + sheet.heightOf(text, look) + 4, 0) +
    lines.reduce((sum, line) => sum + sheet.heightOf(line, LOOKS.body) + WRITING_LINE, 8) +
    sheet.heightOf(strike, LOOKS.small);
  heading(sheet, title, height + heightOfProof(sheet, pdf));
  for (const [text, look] of texts) {
    sheet.text('P', text, look);
    sheet.y += 4;
  }
  for (const line of lines) {
    sheet.y += 6;
    sheet.text('P', line, LOOKS.body);
    sheet.y += WRITING_LINE - 6;
    sheet.decorate((doc) => {
      const { y } = doc;
      doc
        .moveTo(PAGE.side, y)
        .lineTo(PAGE.side + CONTENT_WIDTH * 0.7, y)
        .lineWidth(0.6)
        .stroke(LINE);
    });
  }
  sheet.y += 8;
  sheet.text('P', strike, LOOKS.small);
}
