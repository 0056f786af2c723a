//! A small PDF for the demo.

/// One page in a font every reader has. `crates/pdf` makes what must be archived; this only has to be readable.
pub fn page(company: &str, title: &str, lines: &[&str]) -> Vec<u8> {
    let mut text =
        format!("BT /F1 11 Tf 72 740 Td ({company}) Tj /F1 22 Tf 0 -36 Td ({title}) Tj /F1 11 Tf\n");
    for line in lines {
        text += &format!("0 -26 Td ({line}) Tj\n");
    }
    text += "ET";
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R \
         /Resources << /Font << /F1 5 0 R >> >> >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{text}\nendstream", text.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    let mut pdf = String::from("%PDF-1.4\n");
    let mut table = String::from("0000000000 65535 f \n");
    for (n, object) in objects.iter().enumerate() {
        table += &format!("{:010} 00000 n \n", pdf.len());
        pdf += &format!("{} 0 obj\n{object}\nendobj\n", n + 1);
    }
    let (start, count) = (pdf.len(), objects.len() + 1);
    pdf += &format!(
        "xref\n0 {count}\n{table}trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    );
    pdf.into_bytes()
}
