//! Encrypted connections to PostgreSQL. `sslmode=require` and `verify-full` both check the server's certificate and
//! name, against the system's authorities or those in the `sslrootcert` file.

use crate::error::one_line;
use crate::{Error, Result};
use rustls::pki_types::{CertificateDer, pem::PemObject};
use rustls::{ClientConfig, RootCertStore};
use std::sync::Arc;
use tokio_postgres_rustls::MakeRustlsConnect;

pub(crate) fn connector(root_file: Option<&str>) -> Result<MakeRustlsConnect> {
    let mut roots = RootCertStore::empty();
    match root_file {
        Some(path) => {
            let bad =
                |why: String| Error::Other(format!("The sslrootcert file {path} cannot be used: {why}"));
            let file = CertificateDer::pem_file_iter(path).map_err(|e| bad(one_line(e)))?;
            for certificate in file {
                let certificate = certificate.map_err(|e| bad(one_line(e)))?;
                roots.add(certificate).map_err(|e| bad(one_line(e)))?;
            }
            if roots.is_empty() {
                return Err(bad("it contains no certificate".into()));
            }
        }
        None => {
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
    }
    let config = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|e| Error::Other(format!("TLS cannot be set up: {}", one_line(e))))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}
